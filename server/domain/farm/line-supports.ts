// What is printed of the parts of a line (decisions.md 46).
import type { Estimated } from '../measurement/processing.ts'
import { type PartSupports, supportsOf } from '../measurement/supports.ts'
import type { OrderLine } from '../orders/order-lines.ts'
import { type EstimateReads, storedEstimate } from '../planning/plan-part.ts'

/** As it was ordered, else by the estimate of its model; null where neither is known. */
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
