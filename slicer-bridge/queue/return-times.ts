// When a rejected caller should retry. The interval between two times is the duration of a caller's work, so that a caller who retries on
// time finds free capacity instead of competing with all others.

export type ReturnTimesOptions = {
  readonly workers: number
  /** For tests, in milliseconds. */
  readonly now: () => number
}

/** Range of Retry-After. */
export const retrySeconds = { min: 1, max: 300 } as const
/** Tolerance for retries, which may be early because of clock errors, and late because of delays at the caller. */
const earlyMs = 500
const graceMs = 5000
const maxEntries = 1000
/** Weight of the newest refusal in the share of callers that retry. */
const newest = 1 / 16
const initialShare = 0.5

export class ReturnTimes {
  readonly #options: ReturnTimesOptions
  /** The time of each lane's Retry-After and its number of refusals. Earliest first, except at the maximum. */
  readonly #told = new Map<string, { readonly due: number; readonly times: number }>()
  /** When the work of all rejected callers will be done, if as many of them retry as recently. */
  #horizon = 0
  #share = initialShare

  constructor(options: ReturnTimesOptions) {
    this.#options = options
  }

  /**
   * Returns Retry-After in whole seconds. `roomInMs` is the predicted time until there is capacity for the job. A caller that retries
   * early gets its remaining time.
   */
  refuse(lane: string, { roomInMs, workMs }: { roomInMs: number; workMs: number }): number {
    const now = this.#options.now()
    this.#forgetMissed(now)
    const told = this.#told.get(lane)
    if (told !== undefined && told.due - earlyMs > now) return seconds(told.due - now)
    const times = this.returns(lane) + 1
    this.#told.delete(lane)
    const at = Math.max(now + roomInMs, this.#horizon)
    const retryAfter = seconds(at - now)
    const latest = now + 1000 * retrySeconds.max
    this.#horizon = Math.min(latest, at + (this.#share * workMs) / this.#options.workers)
    if (this.#told.size < maxEntries) this.#told.set(lane, { due: now + 1000 * retryAfter, times })
    return retryAfter
  }

  /** Returns how often a caller that now retries on time was rejected; 0 for any other caller. */
  returns(lane: string): number {
    const now = this.#options.now()
    const told = this.#told.get(lane)
    if (told === undefined) return 0
    return told.due - earlyMs <= now && now <= told.due + graceMs ? told.times : 0
  }

  /** Must be called when the lane's job was accepted. */
  accept(lane: string): void {
    if (this.#told.delete(lane)) this.#count(1)
  }

  #forgetMissed(now: number): void {
    for (const [lane, { due }] of this.#told) {
      if (due + graceMs >= now) return
      this.#told.delete(lane)
      this.#count(0)
    }
  }

  #count(returned: 0 | 1): void {
    this.#share += newest * (returned - this.#share)
  }
}

function seconds(ms: number): number {
  return Math.min(retrySeconds.max, Math.max(retrySeconds.min, Math.ceil(ms / 1000)))
}
