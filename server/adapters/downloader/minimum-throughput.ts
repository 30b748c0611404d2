// The minimum throughput of a download: a slow server occupies a slot that other downloads need.

export type PaceLimits = {
  readonly windowMs: number
  /** Minimum number of bytes per window. A window with fewer bytes is slow. */
  readonly bytesPerWindow: number
  /** Maximum numbers of consecutive slow windows: before the first byte of the body, and afterwards. */
  readonly slowAtFirst: number
  readonly slowLater: number
}

export type Pace = {
  /** Aborted when the server is too slow. */
  readonly signal: AbortSignal
  readonly received: (bytes: number) => void
  readonly stop: () => void
}

/** 10 kB/s over 10 seconds. At first 20 seconds are allowed for the lookup, redirects and a server that itself fetches the file. */
export const defaultPace: PaceLimits = {
  windowMs: 5_000,
  bytesPerWindow: 50_000,
  slowAtFirst: 4,
  slowLater: 2,
}

/** Starts the check. At least two slow windows are required, because one may end while this process is busy with other work. */
export function watchThroughput({
  windowMs,
  bytesPerWindow,
  slowAtFirst,
  slowLater,
}: PaceLimits): Pace {
  const tooSlow = new AbortController()
  let hasBegun = false
  let inWindow = 0
  let slowWindows = 0
  const timer = setInterval(() => {
    slowWindows = inWindow < bytesPerWindow ? slowWindows + 1 : 0
    inWindow = 0
    if (slowWindows < (hasBegun ? slowLater : slowAtFirst)) return
    tooSlow.abort(new Error('The server sends too slowly.'))
    clearInterval(timer)
  }, windowMs)
  return {
    signal: tooSlow.signal,
    received: (bytes) => {
      if (!hasBegun) slowWindows = 0
      hasBegun = true
      inWindow += bytes
    },
    stop: () => clearInterval(timer),
  }
}
