// A bounded first-in-first-out queue with priorities: higher ones leave first.

export type Priority = 'high' | 'normal' | 'low'
const ORDER = ['high', 'normal', 'low'] as const

export class PriorityQueue<T> {
  private readonly lanes: Record<Priority, T[]> = { high: [], normal: [], low: [] }

  constructor(private readonly limit: number) {}

  get length(): number {
    return ORDER.reduce((sum, priority) => sum + this.lanes[priority].length, 0)
  }

  /** False when the queue is full. */
  push(item: T, priority: Priority): boolean {
    if (this.length >= this.limit) return false
    this.lanes[priority].push(item)
    return true
  }

  shift(): T | undefined {
    for (const priority of ORDER) {
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
