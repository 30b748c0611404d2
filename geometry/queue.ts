// A bounded queue with priorities: higher ones leave first, and within one the callers take turns. Low ones and visitors' may use only
// half of it each, one caller only a quarter, and one visitor a sixteenth.

/** `visitor`: a job of someone without an account. */
export type Priority = 'high' | 'normal' | 'low' | 'visitor'
const byPriority = ['high', 'normal', 'low', 'visitor'] as const

/** `queue`: it is full. `caller`: this caller's share of it is. */
export type Refusal = 'queue' | 'caller'

/** `caller` absent: the service's own work, whose share is not limited. */
export type QueueEntry = { readonly priority: Priority; readonly caller?: string | undefined }

const own = ''

export class FairQueue<T> {
  /** Items by caller, by priority. The caller who is next comes first. */
  readonly #lanes: Record<Priority, Map<string, T[]>> = {
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

  /** null = it was added to the queue. */
  push(item: T, { priority, caller = own }: QueueEntry): Refusal | null {
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

  /** The next item; `low: false` skips items of low priority and visitors'. */
  shift({ low = true } = {}): T | undefined {
    for (const priority of byPriority) {
      if (!low && (priority === 'low' || priority === 'visitor')) continue
      for (const [caller, waiting] of this.#lanes[priority]) {
        const item = waiting.shift()
        this.#lanes[priority].delete(caller)
        // Behind the callers who have not had their turn.
        if (waiting.length > 0) this.#lanes[priority].set(caller, waiting)
        if (item !== undefined) return item
      }
    }
    return undefined
  }

  /** Whether an item waits that goes before those that leave a worker to others. */
  hasMoreImportant(): boolean {
    return this.#lengthOf('high') + this.#lengthOf('normal') > 0
  }

  /** False when the item is no longer in the queue. */
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

  #lengthOf(priority: Priority): number {
    return [...this.#lanes[priority].values()].reduce((sum, { length }) => sum + length, 0)
  }

  #waitingOf(caller: string): number {
    return byPriority.reduce((sum, priority) => {
      return sum + (this.#lanes[priority].get(caller)?.length ?? 0)
    }, 0)
  }
}
