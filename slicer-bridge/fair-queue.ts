// First in, first out for each account; the accounts take turns.

export class FairQueue<T> {
  /** In the order of their turns; an account without jobs has no entry. */
  private readonly lanes = new Map<string, T[]>()
  private count = 0

  get length(): number {
    return this.count
  }

  /** How many jobs of this account wait. */
  waiting(account: string): number {
    return this.lanes.get(account)?.length ?? 0
  }

  push(account: string, item: T): void {
    const lane = this.lanes.get(account)
    if (lane) lane.push(item)
    else this.lanes.set(account, [item])
    this.count++
  }

  /** The oldest job of the account whose turn it is; the account goes to the end of the line. */
  shift(): T | undefined {
    for (const [account, lane] of this.lanes) {
      const item = lane.shift()
      this.lanes.delete(account)
      if (lane.length > 0) this.lanes.set(account, lane)
      if (item !== undefined) this.count--
      return item
    }
    return undefined
  }

  /** False when it is not in the queue any more. */
  remove(account: string, item: T): boolean {
    const lane = this.lanes.get(account)
    const at = lane?.indexOf(item) ?? -1
    if (!lane || at < 0) return false
    lane.splice(at, 1)
    if (lane.length === 0) this.lanes.delete(account)
    this.count--
    return true
  }
}
