// How long a job may wait: about as long as one job takes. A longer queue would keep the workers no busier, but make every result late.

export type WaitLimitOptions = {
  /** The limit never exceeds it. */
  readonly maxMs: number
}

/** Assumed duration of a job until one has been measured. */
const initialTypicalMs = 5000
/** Least weight of the newest job in the mean. */
const newestRun = 1 / 16
/** Weight of the newest decision in the share of refused jobs. */
const newestDecision = 1 / 32
/** Short enough for any caller. */
const minMs = 1000
/** How much of the limit is cut when every newcomer is refused: then another one arrives as soon as there is room. */
const crowdedCut = 0.75

export class WaitLimit {
  readonly #maxMs: number
  #typicalMs = initialTypicalMs
  #runs = 0
  /** Share of refused newcomers among those that met busy workers. */
  #refusedShare = 0

  constructor({ maxMs }: WaitLimitOptions) {
    this.#maxMs = maxMs
  }

  /** Mean run time of the last jobs. */
  get typicalMs(): number {
    return this.#typicalMs
  }

  /** The limit without the cut for refused newcomers. */
  get baseMs(): number {
    return Math.max(minMs, Math.min(this.#maxMs, this.#typicalMs))
  }

  /** Limit for a caller that was refused that many times and returns on time. It finds room even when newcomers keep the queue full. */
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
