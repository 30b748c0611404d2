// How slowly a server may send: whoever drips holds a place that others wait for.

export type PaceLimits = {
  readonly windowMs: number
  /** Fewer in a window make it a slow one. */
  readonly bytesPerWindow: number
  /** Windows in a row, until the first byte of the body and afterwards. */
  readonly slowAtFirst: number
  readonly slowLater: number
}

export type Pace = {
  /** Aborted once it was too slow. */
  readonly signal: AbortSignal
  readonly received: (bytes: number) => void
  readonly stop: () => void
}

/** 10 kB/s over 10 seconds, and 20 seconds to begin with: lookup, redirects and a server that fetches the file itself. */
export const defaultPace: PaceLimits = {
  windowMs: 5_000,
  bytesPerWindow: 50_000,
  slowAtFirst: 4,
  slowLater: 2,
}

/** More than one window, as one may end while this process was busy with something else. */
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
    tooSlow.abort(new Error('the server sends too slowly'))
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
