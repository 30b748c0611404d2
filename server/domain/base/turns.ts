// Splits long computations into steps, so that the event loop can serve other requests in between.

/** Yields between its steps. Each step takes a fraction of a turn. */
export type Steps<T> = Generator<void, T, void>

/** Runs all steps without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

type TurnOptions = {
  /** Yields to the event loop. */
  readonly pause: () => Promise<void>
  /** Maximum time to block the event loop, excluding the work between two calls of `next`, in milliseconds. */
  readonly mostMs: number
  readonly nowMs?: () => number
}

/** A computation that blocks the event loop and yields to it after every `mostMs`. */
export class Turns {
  readonly #terms: Required<TurnOptions>
  #beganMs: number

  constructor({ nowMs = () => performance.now(), ...terms }: TurnOptions) {
    this.#terms = { ...terms, nowMs }
    this.#beganMs = nowMs()
  }

  /** Call it between two steps. Pauses if the time is up. */
  async next(): Promise<void> {
    const { pause, mostMs, nowMs } = this.#terms
    if (nowMs() - this.#beganMs < mostMs) return
    await pause()
    this.#beganMs = nowMs()
  }

  async take<T>(steps: Steps<T>): Promise<T> {
    for (;;) {
      const { done, value } = steps.next()
      await this.next()
      if (done) return value
    }
  }
}
