// An action that waits until the reader stops typing.

export class Typing {
  readonly #delayMs: number
  #waiting: { readonly timer: ReturnType<typeof setTimeout>; readonly act: () => void } | null =
    null

  constructor(delayMs: number) {
    this.#delayMs = delayMs
  }

  get isWaiting(): boolean {
    return this.#waiting !== null
  }

  /** Replaces an action that waits. */
  start(act: () => void): void {
    this.drop()
    this.#waiting = { timer: setTimeout(() => this.finish(), this.#delayMs), act }
  }

  /** Acts now, if an action waits. */
  finish(): void {
    const waiting = this.#waiting
    this.drop()
    waiting?.act()
  }

  drop(): void {
    clearTimeout(this.#waiting?.timer)
    this.#waiting = null
  }
}
