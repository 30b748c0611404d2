// Long computations in steps, so that the event loop serves others in between.

/** Yields between its steps, of which each takes a fraction of a turn. */
export type Steps<T> = Generator<void, T, void>

/** Takes all steps in one go. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

type Turns = {
  /** Gives the event loop a turn. */
  readonly pause: () => Promise<void>
  /** How long the steps may hold the event loop, but for the last of them. */
  readonly mostMs: number
  readonly nowMs?: () => number
}

/** Takes the steps; the event loop gets a turn after each `mostMs`, and at the end. */
export async function inTurns<T>(
  steps: Steps<T>,
  { pause, mostMs, nowMs = () => performance.now() }: Turns,
): Promise<T> {
  let beganMs = nowMs()
  for (;;) {
    const { done, value } = steps.next()
    if (!done && nowMs() - beganMs < mostMs) continue
    await pause()
    if (done) return value
    beganMs = nowMs()
  }
}
