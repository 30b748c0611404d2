// A queue in which accounts take turns: round robin over the accounts, first in first out within each.

export class FairQueue<T> {
  /** By account, next turn first; an account without items has no entry. */
  readonly #lanes = new Map<string, T[]>()
  #count = 0

  get length(): number {
    return this.#count
  }

  /** Number of items of this account. */
  waiting(account: string): number {
    return this.#lanes.get(account)?.length ?? 0
  }

  push(account: string, item: T): void {
    const lane = this.#lanes.get(account)
    if (lane) lane.push(item)
    else this.#lanes.set(account, [item])
    this.#count++
  }

  /** The oldest item of the account whose turn it is. The account moves to the end of the rotation. */
  shift(): T | undefined {
    for (const [account, lane] of this.#lanes) {
      const item = lane.shift()
      this.#lanes.delete(account)
      if (lane.length > 0) this.#lanes.set(account, lane)
      if (item !== undefined) this.#count--
      return item
    }
    return undefined
  }

  /** False when the item is no longer in the queue. */
  remove(account: string, item: T): boolean {
    const lane = this.#lanes.get(account)
    const at = lane?.indexOf(item) ?? -1
    if (!lane || at < 0) return false
    lane.splice(at, 1)
    if (lane.length === 0) this.#lanes.delete(account)
    this.#count--
    return true
  }
}
