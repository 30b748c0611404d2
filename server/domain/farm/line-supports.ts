// What is printed of the parts of a line (decisions.md 46).
import type { Estimated } from '../measurement/processing.ts'
import { liesIn, type PartSupports, supportsOf } from '../measurement/supports.ts'
import type { Order } from '../orders/order.ts'
import { lineCountOf, type OrderLine } from '../orders/order-lines.ts'
import { type EstimateReads, storedEstimate } from '../planning/plan-part.ts'
import type { PrintJob, SizeMm } from './jobs/job.ts'

/** The supports that were ordered, else those of the estimate of its model; null where neither is known. */
export const supportsOfLine = (
  { supports }: Pick<OrderLine, 'supports'>,
  estimate: Estimated | null,
): PartSupports | null => supports ?? (estimate === null ? null : supportsOf(estimate))

/** Reads the estimate. */
export const knownSupports = async (
  deps: EstimateReads,
  line: OrderLine,
): Promise<PartSupports | null> =>
  supportsOfLine(line, await storedEstimate(deps, line.file, line.options))

/** How a printer that gets the model itself is to print it. */
export type PrintAdvice = {
  readonly decision: PartSupports['decision']
  /** Sides of the part when it is turned; null where it is not turned. */
  readonly turnedMm: SizeMm | null
}

/** `chosen`: what an operator chose. A part that is too large for the printer when it is turned is printed as designed, with supports. */
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

/** `mixed`: not on every plate, or not always the same; null = nothing, it is printed as it was decided. */
export type ChosenSupports = boolean | 'mixed' | null

/** What an operator chose for a job. */
export type JobSupports = Pick<PrintJob, 'line' | 'state' | 'chosenSupports'>

/** What operators chose for the plates of a line, whatever was decided. */
export function chosenForLine(
  { place }: Pick<OrderLine, 'place'>,
  jobs: readonly JobSupports[],
): ChosenSupports {
  const ofLine = jobs.filter(({ line, state }) => (line ?? 1) === place && state !== 'cancelled')
  const [first = null, ...others] = new Set(ofLine.map(({ chosenSupports }) => chosenSupports))
  return others.length === 0 ? first : 'mixed'
}

/** How the parts of an order are printed, for those who read it. */
export type OrderSupports = {
  /** null of a sliced file, of several lines, where it is not decided, and where plates differ. */
  readonly decision: PartSupports['decision'] | null
  /** An operator chose it for plates of the order, whatever was decided. */
  readonly byOperator: boolean
}

export function supportsOfOrder(
  order: Pick<Order, 'supports' | 'web'>,
  jobs: readonly JobSupports[],
): OrderSupports {
  const byOperator = jobs.some(
    ({ state, chosenSupports }) => state !== 'cancelled' && chosenSupports !== null,
  )
  if (lineCountOf(order) > 1) return { decision: null, byOperator }
  const printed = supportsAsChosen(order.supports ?? null, chosenForLine({ place: 1 }, jobs))
  return { decision: printed?.decision ?? null, byOperator }
}

/** What customers are told of how a part is printed: nothing where its plates differ. */
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
