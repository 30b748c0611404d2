// Lets work in small pieces run one piece per round of the event loop, so that a short response never waits for the pieces of all
// uploads at once. Eight uploads at full speed put 20 ms of parsing and hashing into one round (measured 2026-11-21).

/** Resolves when the caller may run its piece; further callers wait for one round each. */
export type YieldToEventLoop = () => Promise<void>

export function createYieldToEventLoop(): YieldToEventLoop {
  const waiting: (() => void)[] = []
  const rounds = createRounds(() => waiting.shift())
  return () =>
    new Promise((resolve) => {
      if (rounds.start()) {
        resolve()
      } else {
        waiting.push(resolve)
      }
    })
}

export type Rounds = {
  /** True when the caller has the first round and continues at once; false while rounds run: it has to wait for its turn. */
  readonly start: () => boolean
}

/** Runs what `take` returns, one per round of the event loop, until it returns nothing. */
export function createRounds(take: () => (() => void) | undefined): Rounds {
  let running = false
  const next = () => {
    const resume = take()
    if (resume === undefined) {
      running = false
      return
    }
    setImmediate(next)
    resume()
  }
  return {
    start: () => {
      if (running) return false
      running = true
      setImmediate(next)
      return true
    },
  }
}
