// Delays an action until the user stops typing.

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

  /** Schedules an action, and replaces a pending one. */
  start(act: () => void): void {
    this.drop()
    this.#waiting = { timer: setTimeout(() => this.finish(), this.#delayMs), act }
  }

  /** Runs a pending action now. */
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
