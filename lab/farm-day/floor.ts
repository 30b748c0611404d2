// The operators on the floor: a few, each with one task at a time.
import type { Agenda } from './agenda.ts'

type Task = { readonly seconds: number; readonly run: () => Promise<void> }

export class Floor {
  readonly #agenda: Agenda
  readonly #waiting: Task[] = []
  #free: number
  #busySeconds = 0

  constructor(agenda: Agenda, people: number) {
    this.#agenda = agenda
    this.#free = people
  }

  /** Seconds of all finished tasks. */
  get busySeconds(): number {
    return this.#busySeconds
  }

  /** Runs a task as soon as an operator is free. `run` is called at its end. */
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
      this.#busySeconds += task.seconds
      this.#free += 1
      this.#next()
    })
  }
}
