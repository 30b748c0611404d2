// Writes that name the version they are based on: one that another change overtook is made again from what is stored by then.

const maxAttempts = 20

/** Repeats `attempt`, which reads, checks and writes, until it is not null; null: another change was first. Throws after 20 attempts. */
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
