// Times out many concurrent operations with one timer. A timer and a race per request body cost more than reading the
// body (7 us instead of 3, measured 2026-11-21).

/**
 * The time limit for a complete JSON body, which fits into a few packets. The sum of this limit and the longest agent
 * tool stays below the timeout of that route. Files have other limits (server/http/README.md).
 */
export const bodyTimeoutMs = 25_000

export type TimeoutWheel = {
  /**
   * Returns the result of `work`, `late` after the timeout, or `broken` if it rejects. Does not abort the work. Never
   * rejects.
   */
  readonly inTime: <T>(work: Promise<T>) => Promise<T | 'late' | 'broken'>
}

/** `at` is the index in `list`. */
type Entry = { at: number; list: Entry[]; readonly onTimeout: (result: 'late') => void }

/**
 * Creates a wheel that times out an operation on the second tick that finds it, which is after at least half of
 * `maxMs` and at most `maxMs`.
 */
export function createTimeoutWheel(maxMs: number): TimeoutWheel {
  let current: Entry[] = []
  let previous: Entry[] = []
  let isTicking = false
  const arm = () => {
    isTicking = true
    setTimeout(tick, maxMs / 2)
  }
  const tick = () => {
    for (const { onTimeout } of previous.splice(0)) onTimeout('late')
    previous = current
    current = []
    isTicking = false
    if (previous.length > 0) arm()
  }
  return {
    inTime: <T>(work: Promise<T>) =>
      new Promise<T | 'late' | 'broken'>((resolve) => {
        const entry: Entry = { at: current.length, list: current, onTimeout: resolve }
        current.push(entry)
        if (!isTicking) arm()
        const settle = (value: T | 'broken') => {
          remove(entry)
          resolve(value)
        }
        work.then(settle, () => settle('broken'))
      }),
  }
}

/** Moves the last entry into the freed slot. Costs half as much as a Set. */
function remove(entry: Entry): void {
  const { list, at } = entry
  const last = list.pop()
  if (last === undefined || last === entry) return
  list[at] = last
  last.at = at
}
