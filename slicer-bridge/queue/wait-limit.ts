// Maximum wait of a job: about as long as one job takes. A longer queue would not keep the workers busier, but would delay every result.

export type WaitLimitOptions = {
  /** Upper bound of the limit. */
  readonly maxMs: number
}

/** Assumed duration of a job until one has been measured. */
const initialTypicalMs = 5000
/** Minimum weight of the newest job in the mean. */
const newestRun = 1 / 16
/** Weight of the newest decision in the share of rejected jobs. */
const newestDecision = 1 / 32
/** Short enough for any caller. */
const minMs = 1000
/** Fraction by which the limit is cut when every new job is rejected: another job then arrives as soon as there is capacity. */
const crowdedCut = 0.75

export class WaitLimit {
  readonly #maxMs: number
  #typicalMs = initialTypicalMs
  #runs = 0
  /** Share of rejected jobs among new jobs that met busy workers. */
  #refusedShare = 0

  constructor({ maxMs }: WaitLimitOptions) {
    this.#maxMs = maxMs
  }

  /** Mean run time of the last jobs. */
  get typicalMs(): number {
    return this.#typicalMs
  }

  /** The limit without the cut for rejected jobs. */
  get baseMs(): number {
    return Math.max(minMs, Math.min(this.#maxMs, this.#typicalMs))
  }

  /**
   * Returns the limit for a caller that was rejected that many times and retries on time. Such a caller is accepted even when new jobs
   * keep the queue full.
   */
  limitMs(returns: number): number {
    const returnMs = returns === 0 ? 0 : (returns + 1 / 2) * this.#typicalMs
    const newcomerMs = (1 - crowdedCut * this.#refusedShare) * this.baseMs
    return Math.min(this.#maxMs, Math.max(newcomerMs, returnMs))
  }

  onRun(ms: number): void {
    this.#runs++
    this.#typicalMs += Math.max(newestRun, 1 / (this.#runs + 1)) * (ms - this.#typicalMs)
  }

  decided(isRefused: boolean): void {
    this.#refusedShare += newestDecision * ((isRefused ? 1 : 0) - this.#refusedShare)
  }
}
