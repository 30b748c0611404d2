// The farm's record of what its printers made, independent of the service's tables: each print, and the fate of its
// parts.
import { must } from './violation.ts'

/** Parts of one job on a plate. */
export type PlateJob = {
  readonly jobId: string
  readonly orderCode: string
  readonly parts: number
}

export type Print = {
  readonly printer: string
  /** Job of its claim, which leads the plate. */
  readonly jobId: string
  readonly lease: string
  /** One for each job on the plate. */
  readonly jobs: readonly PlateJob[]
  /** `counted`: one report of it was accepted. `discarded`: its parts were thrown away. */
  outcome: 'running' | 'counted' | 'discarded'
  /** End of its lease according to its printer, in ms. */
  leasedUntilMs: number
  /** Reason why the service ended its claim, after an operator's action at the desk. */
  takenBack: string | null
  /** Whether the print reached its end, so that its parts are on the plate. */
  isComplete: boolean
}

export type Counts = { readonly jobId: string; readonly good: number; readonly scrap: number }

type PartTotals = { good: number; scrap: number; readonly orderCode: string }

export class Ledger {
  readonly prints: Print[] = []
  readonly #counted = new Map<string, PartTotals>()
  readonly #good = new Map<string, number>()
  /** Parts of cancelled orders on plates of others. */
  #thrownAway = 0

  begin(print: Print): void {
    for (const { jobId } of print.jobs) {
      must(!this.#counted.has(jobId), () => `job ${jobId} was handed out although it was counted`)
    }
    this.prints.push(print)
  }

  /**
   * Counts an accepted report of the print. Each job is counted once, regardless of its printer; parts of cancelled orders
   * are discarded.
   */
  count(
    print: Print,
    counts: readonly Counts[],
    isCancelled: (orderCode: string) => boolean,
  ): void {
    must(print.outcome === 'running', () => `a print of job ${print.jobId} was counted twice`)
    print.outcome = 'counted'
    for (const { jobId, orderCode, parts } of print.jobs) {
      if (isCancelled(orderCode)) {
        this.#thrownAway += parts
        continue
      }
      const own = counts.find((count) => count.jobId === jobId)
      must(own !== undefined, () => `job ${jobId} of a shared plate was not counted`)
      const { good, scrap } = own
      must(good + scrap === parts, () => `job ${jobId} has ${parts} parts: ${good} + ${scrap}`)
      must(!this.#counted.has(jobId), () => `two prints of job ${jobId} were counted`)
      this.#counted.set(jobId, { good, scrap, orderCode })
      this.#good.set(orderCode, this.goodOf(orderCode) + good)
    }
  }

  /** Marks parts that an operator had counted as good as bad. */
  spoil(jobId: string, parts: number): void {
    const counted = this.#counted.get(jobId)
    must(counted !== undefined, () => `job ${jobId} was never counted`)
    counted.good -= parts
    counted.scrap += parts
    this.#good.set(counted.orderCode, this.goodOf(counted.orderCode) - parts)
  }

  discard(print: Print): void {
    must(print.outcome === 'running', () => `a print of job ${print.jobId} ended twice`)
    print.outcome = 'discarded'
  }

  goodOf(orderCode: string): number {
    return this.#good.get(orderCode) ?? 0
  }

  counted(): ReadonlyMap<string, Readonly<PartTotals>> {
    return this.#counted
  }

  /** Returns the parts on all plates, including interrupted prints. */
  partsBegun(): number {
    return this.prints.flatMap(({ jobs }) => jobs).reduce((sum, { parts }) => sum + parts, 0)
  }

  /** Returns parts by their fate; those of interrupted prints are not parts. */
  totals(): {
    readonly made: number
    readonly good: number
    readonly scrap: number
    readonly discarded: number
  } {
    const counted = [...this.#counted.values()]
    const of = (prints: readonly Print[]) =>
      prints.flatMap(({ jobs }) => jobs).reduce((sum, { parts }) => sum + parts, 0)
    const complete = this.prints.filter(({ isComplete }) => isComplete)
    return {
      made: of(complete),
      good: counted.reduce((sum, { good }) => sum + good, 0),
      scrap: counted.reduce((sum, { scrap }) => sum + scrap, 0),
      discarded: this.#thrownAway + of(complete.filter(({ outcome }) => outcome === 'discarded')),
    }
  }
}
