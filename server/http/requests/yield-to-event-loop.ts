// Lets work in small pieces run one piece per round of the event loop, so that a short response never waits for the pieces of all
// uploads at once. Eight uploads at full speed put 20 ms of parsing and hashing into one round (measured 2026-11-21).

/** Resolves when the caller may run its piece; further callers wait for one round each. */
export type YieldToEventLoop = () => Promise<void>

export function createYieldToEventLoop(): YieldToEventLoop {
  const waiting: (() => void)[] = []
  let running = false
  const next = () => {
    const resume = waiting.shift()
    if (resume === undefined) {
      running = false
      return
    }
    setImmediate(next)
    resume()
  }
  return () =>
    new Promise((resolve) => {
      if (running) {
        waiting.push(resolve)
        return
      }
      running = true
      setImmediate(next)
      resolve()
    })
}
