// Optimistic writes: each names the version that it is based on, and is retried with fresh data if another change was
// stored first.

const maxAttempts = 20

/**
 * Repeats `attempt`, which reads, checks and writes, until it returns a value other than null; null means that another
 * change was stored first. Throws after `maxAttempts`.
 */
export async function retryUntilWritten<T>(
  task: string,
  attempt: () => Promise<T | null>,
): Promise<T> {
  for (let count = 0; count < maxAttempts; count += 1) {
    const outcome = await attempt()
    if (outcome !== null) return outcome
  }
  throw new Error(`${task}: changed at every attempt`)
}
