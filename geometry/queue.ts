// A bounded first-in-first-out queue with priorities: higher ones leave first, and low ones never fill it.

export type Priority = 'high' | 'normal' | 'low'
const ORDER = ['high', 'normal', 'low'] as const

export class PriorityQueue<T> {
  private readonly lanes: Record<Priority, T[]> = { high: [], normal: [], low: [] }

  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  get length(): number {
    return ORDER.reduce((sum, priority) => sum + this.lanes[priority].length, 0)
  }

  /** False when the queue is full; for low ones it is when half of it is theirs. */
  push(item: T, priority: Priority): boolean {
    if (this.length >= this.limit) return false
    if (priority === 'low' && this.lanes.low.length >= Math.ceil(this.limit / 2)) return false
    this.lanes[priority].push(item)
    return true
  }

  /** The next item; without `low` ones when they must wait. */
  shift({ low = true } = {}): T | undefined {
    for (const priority of ORDER) {
      if (priority === 'low' && !low) continue
      const item = this.lanes[priority].shift()
      if (item !== undefined) return item
    }
    return undefined
  }

  /** False when it is not in the queue any more. */
  remove(item: T): boolean {
    for (const priority of ORDER) {
      const at = this.lanes[priority].indexOf(item)
      if (at >= 0) {
        this.lanes[priority].splice(at, 1)
        return true
      }
    }
    return false
  }
}
