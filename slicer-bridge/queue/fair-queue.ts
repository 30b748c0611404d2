// A queue whose lanes share the workers by work, not by number of jobs: start-time fair queueing (Goyal, Vin, Cheng, 1996). A job's tag is
// the work that its lane received or was promised before it, and the smallest tag is next. Work may be in any unit.

type Item<T> = {
  readonly lane: string
  readonly value: T
  readonly work: number
  tag: number
}

export class FairQueue<T> {
  /** In order, next item first. */
  readonly #items: Item<T>[] = []
  /** Tag of each lane's next job. A lane that is not ahead of the others has no entry. */
  readonly #nextTags = new Map<string, number>()
  /** The work that a lane with a fair share would have received by now. */
  #served = 0

  get length(): number {
    return this.#items.length
  }

  /** Returns all jobs, next one first. */
  all(): T[] {
    return this.#items.map(({ value }) => value)
  }

  /** Returns the waiting work of one lane, or of all lanes. */
  work(lane?: string): number {
    const counted = this.#items.filter((item) => lane === undefined || item.lane === lane)
    return counted.reduce((sum, { work }) => sum + work, 0)
  }

  /** Returns the jobs ahead of a new one, next one first. `delay` is the amount of work that may overtake it. */
  ahead(lane: string, delay = 0): T[] {
    const tag = this.#tagOf(lane) + delay
    return this.#items.slice(0, this.#place(tag)).map(({ value }) => value)
  }

  /** Adds a job. A later job overtakes it only if that job's lane has received less work, or within `delay`. */
  push(lane: string, value: T, { work, delay = 0 }: { work: number; delay?: number }): void {
    const tag = this.#tagOf(lane) + delay
    this.#nextTags.set(lane, tag + work)
    this.#items.splice(this.#place(tag), 0, { lane, value, work, tag })
  }

  shift(): T | undefined {
    const item = this.#items.shift()
    if (item === undefined) return undefined
    // Advances with every job, so that a stream of new lanes cannot delay the second job of an old lane forever.
    const lanes = new Set(this.#items.map(({ lane }) => lane)).add(item.lane)
    this.#served = Math.max(this.#served + item.work / lanes.size, item.tag)
    for (const [lane, tag] of this.#nextTags) {
      if (tag <= this.#served) this.#nextTags.delete(lane)
    }
    return item.value
  }

  /** Removes a job. Returns false when it is no longer in the queue. */
  remove(value: T): boolean {
    const at = this.#items.findIndex((item) => item.value === value)
    const [removed] = at < 0 ? [] : this.#items.splice(at, 1)
    if (!removed) return false
    const { lane, work } = removed
    for (const item of this.#items.slice(at)) if (item.lane === lane) item.tag -= work
    this.#items.sort((a, b) => a.tag - b.tag)
    this.#nextTags.set(lane, this.#tagOf(lane) - work)
    return true
  }

  #tagOf(lane: string): number {
    return Math.max(this.#served, this.#nextTags.get(lane) ?? 0)
  }

  /** Returns the place behind every job with the same tag. */
  #place(tag: number): number {
    const at = this.#items.findIndex((item) => item.tag > tag)
    return at < 0 ? this.#items.length : at
  }
}
