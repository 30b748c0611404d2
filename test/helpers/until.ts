// Waiting for what happens in the background, without a fixed sleep.

/** Looks every few milliseconds; throws after 20 seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('it did not happen within 20 s')
    await Bun.sleep(10)
  }
}
