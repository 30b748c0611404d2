// Rate limits count in fixed windows of the clock. A test that counts up to a limit must not cross the end of a
// window.

const QUARTER_HOUR_MS = 15 * 60_000

/** Waits for the next window when the present one ends within `marginMs`; every window's length divides an hour. */
export async function awayFromWindowEnd(marginMs = 25_000): Promise<void> {
  const leftMs = QUARTER_HOUR_MS - (Date.now() % QUARTER_HOUR_MS)
  if (leftMs < marginMs) await Bun.sleep(leftMs + 200)
}
