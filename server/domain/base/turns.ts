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

type TurnOptions = {
  /** Gives the event loop a turn. */
  readonly pause: () => Promise<void>
  /** How long the event loop may be held, but for what is done between two calls of `next`. */
  readonly mostMs: number
  readonly nowMs?: () => number
}

/** A computation that holds the event loop now, and gives it a turn whenever it was held long enough. */
export class Turns {
  readonly #terms: Required<TurnOptions>
  #beganMs: number

  constructor({ nowMs = () => performance.now(), ...terms }: TurnOptions) {
    this.#terms = { ...terms, nowMs }
    this.#beganMs = nowMs()
  }

  /** Between two steps. */
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
