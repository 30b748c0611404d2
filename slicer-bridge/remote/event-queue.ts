// Events of a slice that have not been sent yet.
import type { SliceEvent } from './wire.ts'

export class EventQueue {
  #events: SliceEvent[] = []
  #ended = false
  #wake = () => {}

  /** Adds an event. Does nothing after the end. */
  push(event: SliceEvent): void {
    if (!this.#ended) this.#events.push(event)
    this.#wake()
  }

  end(): void {
    this.#ended = true
    this.#wake()
  }

  /** Waits for further events until the end. For a single reader. */
  async *[Symbol.asyncIterator](): AsyncIterator<SliceEvent> {
    for (;;) {
      yield* this.#events.splice(0)
      if (this.#ended && this.#events.length === 0) return
      if (this.#events.length > 0) continue
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
