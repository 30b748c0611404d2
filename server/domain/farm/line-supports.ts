// The pose and supports with which the parts of a line are printed (decisions.md 46).
import type { Estimated } from '../measurement/processing.ts'
import { liesIn, type PartSupports, supportsOf } from '../measurement/supports.ts'
import type { Order } from '../orders/record/order.ts'
import { lineCountOf, type OrderLine } from '../orders/record/order-lines.ts'
import { type EstimateReads, storedEstimate } from '../planning/plan-part.ts'
import type { PrintJob, SizeMm } from './jobs/job.ts'

/** Returns the ordered supports, otherwise those of the model's estimate; null if neither is known. */
export const supportsOfLine = (
  { supports }: Pick<OrderLine, 'supports'>,
  estimate: Estimated | null,
): PartSupports | null => supports ?? (estimate === null ? null : supportsOf(estimate))

/** Reads the supports from the estimate. */
export const knownSupports = async (
  deps: EstimateReads,
  line: OrderLine,
): Promise<PartSupports | null> =>
  supportsOfLine(line, await storedEstimate(deps, line.file, line.options))

/** Instructions for a printer that gets the model itself. */
export type PrintAdvice = {
  readonly decision: PartSupports['decision']
  /** Dimensions of the reoriented part; null if it is not reoriented. */
  readonly turnedMm: SizeMm | null
}

/**
 * Returns the advice. `chosen`: an operator's choice. A part that is too large for the printer after reorientation is
 * printed as designed, with supports.
 */
export function printAdvice(
  { decision, turnedMm }: Pick<PartSupports, 'decision' | 'turnedMm'>,
  { chosen, volumeMm }: { readonly chosen: boolean | null; readonly volumeMm: SizeMm | null },
): PrintAdvice {
  if (chosen !== null) return { decision: chosen ? 'supports' : 'none', turnedMm: null }
  if (decision !== 'turn' || turnedMm === null) return { decision, turnedMm: null }
  return volumeMm === null || liesIn(volumeMm, turnedMm)
    ? { decision, turnedMm }
    : { decision: 'supports', turnedMm: null }
}

/** `mixed`: the plates differ, or not every plate has a choice; null = no choice, so the automatic decision applies. */
export type ChosenSupports = boolean | 'mixed' | null

/** An operator's choice for a job. */
export type JobSupports = Pick<PrintJob, 'line' | 'state' | 'chosenSupports'>

/** Returns operators' choices for the plates of a line. They override the decision. */
export function chosenForLine(
  { place }: Pick<OrderLine, 'place'>,
  jobs: readonly JobSupports[],
): ChosenSupports {
  const ofLine = jobs.filter(({ line, state }) => (line ?? 1) === place && state !== 'cancelled')
  const [first = null, ...others] = new Set(ofLine.map(({ chosenSupports }) => chosenSupports))
  return others.length === 0 ? first : 'mixed'
}

/** How the parts of an order are printed, for readers of the order. */
export type OrderSupports = {
  /** null for a sliced file, for several lines, without a decision, and if plates differ. */
  readonly decision: PartSupports['decision'] | null
  /** Whether an operator chose it for plates of the order, overriding the decision. */
  readonly isByOperator: boolean
}

export function supportsOfOrder(
  order: Pick<Order, 'supports' | 'web'>,
  jobs: readonly JobSupports[],
): OrderSupports {
  const byOperator = jobs.some(
    ({ state, chosenSupports }) => state !== 'cancelled' && chosenSupports !== null,
  )
  if (lineCountOf(order) > 1) return { decision: null, isByOperator: byOperator }
  const printed = supportsAsChosen(order.supports ?? null, chosenForLine({ place: 1 }, jobs))
  return { decision: printed?.decision ?? null, isByOperator: byOperator }
}

/** Returns a sentence for customers on how a part is printed; empty if its plates differ. */
export function supportsAsChosen(
  supports: PartSupports | null,
  chosen: ChosenSupports,
): PartSupports | null {
  if (chosen === null) return supports
  if (chosen === 'mixed') return null
  const unknown = chosen ? null : 0
  return {
    decision: chosen ? 'supports' : 'none',
    filamentCm3: unknown,
    seconds: unknown,
    unsupportedMm2: null,
    turnedMm: null,
  }
}
