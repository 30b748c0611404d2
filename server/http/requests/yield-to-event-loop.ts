// Runs small pieces of work one per round of the event loop, so that a short response never waits for the pieces of all
// uploads. Eight uploads at full speed put 20 ms of parsing and hashing into one round (measured 2026-11-21).

/** Resolves when the caller may run its piece. Further callers wait one round each. */
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
  /**
   * Returns true when the caller has the first round and continues immediately. Returns false while rounds run: the
   * caller has to wait for its turn.
   */
  readonly start: () => boolean
}

/** Runs the functions that `take` returns, one per round of the event loop, until it returns undefined. */
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
