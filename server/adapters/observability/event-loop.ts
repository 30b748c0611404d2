// Delay of the event loop: while it is blocked, the process responds to nothing, not even to a probe.

const everyMs = 100
/** Longer delays are stalls: requests wait noticeably. */
const countedMs = 500
/** A stall that is reported to operators. */
const reportedMs = 3_000
const rememberedMs = 60_000

export type LagRecord = {
  /** Must be called every 100 ms. Returns the seconds of a stall that has just ended, or 0. */
  readonly tick: () => number
  /** Returns the longest delay since the last call, in seconds. */
  readonly takeLongest: () => number
  /** `stalled` means that the loop was blocked for more than three seconds within the last minute. */
  readonly state: () => 'ok' | 'stalled'
}

/** Creates a record. `now` returns milliseconds of a monotonic clock. */
export function createLagRecord(now: () => number): LagRecord {
  let longestMs = 0
  let expectedAt = now() + everyMs
  let reportedUntil = Number.NEGATIVE_INFINITY
  return {
    tick: () => {
      const at = now()
      const lateMs = Math.max(0, at - expectedAt)
      expectedAt = at + everyMs
      longestMs = Math.max(longestMs, lateMs)
      if (lateMs > reportedMs) reportedUntil = at + rememberedMs
      return lateMs > countedMs ? lateMs / 1000 : 0
    },
    takeLongest: () => {
      const longest = longestMs / 1000
      longestMs = 0
      return longest
    },
    state: () => (now() < reportedUntil ? 'stalled' : 'ok'),
  }
}

/** Measures until `stop` is called. Uses a timer, because Bun's `monitorEventLoopDelay` does not measure. */
export function watchEventLoop(onStall: (seconds: number) => void) {
  const record = createLagRecord(() => performance.now())
  const timer = setInterval(() => {
    const seconds = record.tick()
    if (seconds > 0) onStall(seconds)
  }, everyMs)
  timer.unref()
  return { ...record, stop: () => clearInterval(timer) }
}
