// What printers did over a range of time: how their prints compare with the plan, how much of their time they print, and what fails.
import type { ScrapReason } from '../farm/jobs/scrap-reason.ts'
import type { TimeRange } from '../metrics/ports.ts'

export type ModelPrinting = {
  /** null = not known. */
  readonly model: string | null
  readonly prints: number
  /** Machine hours of those prints as sliced, else as estimated. */
  readonly plannedHours: number
  /** From their claims until the printers had finished. */
  readonly printedHours: number
  /** Hours in which its printers were known and heard of. */
  readonly printerHours: number
  readonly parts: number
  readonly scrap: number
}

/** Parts that were counted as scrap; `reason: null`: nobody said why. */
export type ScrapCount = { readonly reason: ScrapReason | null; readonly parts: number }

export type PrintFailure = { readonly reason: string; readonly times: number }

export type Printing = {
  /** Most prints first. */
  readonly models: readonly ModelPrinting[]
  /** Attempts that ended without parts, the most frequent reasons first. */
  readonly failures: readonly PrintFailure[]
  /** Most parts first. */
  readonly scrap: readonly ScrapCount[]
}

export type PrintingReader = { readonly read: (range: TimeRange) => Promise<Printing> }

/** The sums of several models. */
export function printingOfAll(models: readonly ModelPrinting[]): Omit<ModelPrinting, 'model'> {
  const sum = (of: (one: ModelPrinting) => number) =>
    models.reduce((total, one) => total + of(one), 0)
  return {
    prints: sum(({ prints }) => prints),
    plannedHours: sum(({ plannedHours }) => plannedHours),
    printedHours: sum(({ printedHours }) => printedHours),
    printerHours: sum(({ printerHours }) => printerHours),
    parts: sum(({ parts }) => parts),
    scrap: sum(({ scrap }) => scrap),
  }
}
