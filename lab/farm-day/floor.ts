// The people on the floor: a few, who do one thing after the other.
import type { Agenda } from './agenda.ts'

type Task = { readonly seconds: number; readonly run: () => Promise<void> }

export class Floor {
  readonly #agenda: Agenda
  readonly #waiting: Task[] = []
  #free: number

  constructor(agenda: Agenda, people: number) {
    this.#agenda = agenda
    this.#free = people
  }

  /** Somebody does it, as soon as one of them is free. `run`: what is so at its end. */
  ask(seconds: number, run: () => Promise<void>): void {
    this.#waiting.push({ seconds, run })
    this.#next()
  }

  #next(): void {
    if (this.#free === 0) return
    const task = this.#waiting.shift()
    if (task === undefined) return
    this.#free -= 1
    this.#agenda.after(task.seconds, async () => {
      await task.run()
      this.#free += 1
      this.#next()
    })
  }
}
