// A bounded FIFO queue with priorities: higher ones leave first, and low ones may use only half of it.

export type Priority = 'high' | 'normal' | 'low'
const byPriority = ['high', 'normal', 'low'] as const

export class PriorityQueue<T> {
  readonly #lanes: Record<Priority, T[]> = { high: [], normal: [], low: [] }

  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get length(): number {
    return byPriority.reduce((sum, priority) => sum + this.#lanes[priority].length, 0)
  }

  /** False when the queue is full; for low priority, when low items fill half of it. */
  push(item: T, priority: Priority): boolean {
    if (this.length >= this.#limit) return false
    if (priority === 'low' && this.#lanes.low.length >= Math.ceil(this.#limit / 2)) return false
    this.#lanes[priority].push(item)
    return true
  }

  /** The next item; `low: false` skips items of low priority. */
  shift({ low = true } = {}): T | undefined {
    for (const priority of byPriority) {
      if (priority === 'low' && !low) continue
      const item = this.#lanes[priority].shift()
      if (item !== undefined) return item
    }
    return undefined
  }

  /** False when the item is no longer in the queue. */
  remove(item: T): boolean {
    for (const priority of byPriority) {
      const at = this.#lanes[priority].indexOf(item)
      if (at >= 0) {
        this.#lanes[priority].splice(at, 1)
        return true
      }
    }
    return false
  }
}
