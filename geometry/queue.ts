// A bounded queue with priorities. Items of higher priority leave first; within one priority the
// callers take turns. Low-priority items may use half of the queue, visitors' items another half,
// one caller a quarter, and one visitor a sixteenth.

/** Priority of a task. `visitor`: a job from a user without an account. */
export type TaskPriority = 'high' | 'normal' | 'low' | 'visitor'
const byPriority = ['high', 'normal', 'low', 'visitor'] as const

/** What is full. `queue`: the whole queue. `caller`: this caller's share of it. */
export type QueueLimit = 'queue' | 'caller'

/**
 * Where an item is queued. Without `caller` it is the service's own work, whose share is not
 * limited.
 */
export type QueueEntry = { readonly priority: TaskPriority; readonly caller?: string | undefined }

const own = ''

export class FairQueue<T> {
  /** Items by priority, then by caller. The next caller comes first. */
  readonly #lanes: Record<TaskPriority, Map<string, T[]>> = {
    high: new Map(),
    normal: new Map(),
    low: new Map(),
    visitor: new Map(),
  }

  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get length(): number {
    return byPriority.reduce((sum, priority) => sum + this.#lengthOf(priority), 0)
  }

  /** Adds an item. Returns null when it was added, otherwise what is full. */
  push(item: T, { priority, caller = own }: QueueEntry): QueueLimit | null {
    const share = Math.ceil(this.#limit / (priority === 'visitor' ? 16 : 4))
    if (caller !== own && this.#waitingOf(caller) >= share) return 'caller'
    if (this.length >= this.#limit) return 'queue'
    const isBounded = priority === 'low' || priority === 'visitor'
    if (isBounded && this.#lengthOf(priority) >= Math.ceil(this.#limit / 2)) return 'queue'
    const waiting = this.#lanes[priority].get(caller)
    if (waiting) {
      waiting.push(item)
    } else {
      this.#lanes[priority].set(caller, [item])
    }
    return null
  }

  /** Returns the next item. `low: false` skips low-priority and visitors' items. */
  shift({ low = true } = {}): T | undefined {
    for (const priority of byPriority) {
      if (!low && (priority === 'low' || priority === 'visitor')) continue
      for (const [caller, waiting] of this.#lanes[priority]) {
        const item = waiting.shift()
        this.#lanes[priority].delete(caller)
        // Moves the caller behind the callers that are still waiting for a turn.
        if (waiting.length > 0) this.#lanes[priority].set(caller, waiting)
        if (item !== undefined) return item
      }
    }
    return undefined
  }

  /** Returns whether an item waits that is more important than low-priority and visitors' items. */
  hasMoreImportant(): boolean {
    return this.#lengthOf('high') + this.#lengthOf('normal') > 0
  }

  /** Removes an item. Returns false when the item is no longer in the queue. */
  remove(item: T): boolean {
    for (const priority of byPriority) {
      for (const [caller, waiting] of this.#lanes[priority]) {
        const at = waiting.indexOf(item)
        if (at < 0) continue
        waiting.splice(at, 1)
        if (waiting.length === 0) this.#lanes[priority].delete(caller)
        return true
      }
    }
    return false
  }

  #lengthOf(priority: TaskPriority): number {
    return [...this.#lanes[priority].values()].reduce((sum, { length }) => sum + length, 0)
  }

  #waitingOf(caller: string): number {
    return byPriority.reduce((sum, priority) => {
      return sum + (this.#lanes[priority].get(caller)?.length ?? 0)
    }, 0)
  }
}
