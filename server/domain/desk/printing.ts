// Performance of printers over a time range: prints compared with the plan, utilization, and failures.
import type { ScrapReason } from '../farm/jobs/scrap-reason.ts'
import type { TimeRange } from '../metrics/ports.ts'

export type ModelPrinting = {
  /** null = unknown. */
  readonly model: string | null
  readonly prints: number
  /** Machine hours of these prints as sliced, otherwise as estimated. */
  readonly plannedHours: number
  /** From claim to completion at the printer. */
  readonly printedHours: number
  /** Hours in which the printers were registered and in contact. */
  readonly printerHours: number
  readonly parts: number
  readonly scrap: number
}

/** Scrapped parts; `reason: null` = no reason was reported. */
export type ScrapCount = { readonly reason: ScrapReason | null; readonly parts: number }

export type PrintFailure = { readonly reason: string; readonly times: number }

export type Printing = {
  /** Most prints first. */
  readonly models: readonly ModelPrinting[]
  /** Attempts without parts, most frequent reasons first. */
  readonly failures: readonly PrintFailure[]
  /** Most parts first. */
  readonly scrap: readonly ScrapCount[]
}

export type PrintingReader = { readonly read: (range: TimeRange) => Promise<Printing> }

/** Returns the sums over several models. */
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
