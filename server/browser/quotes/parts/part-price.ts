// Prices of the parts, and which parts the page counts, shared by its lines, total and list.
import { explainPrice, type PriceExplanation } from '../../../domain/pricing/explain-price.ts'
import { fieldProblems, type PartState } from './part-state.ts'
import { statusOf } from './part-status.ts'

/**
 * Returns null while the file is read, for a part that cannot be printed or has no price, and while a form value is out
 * of range.
 */
export function explainPart(part: PartState, country: string): PriceExplanation | null {
  const { finding, options, isShapeWrong } = part
  if (finding.state !== 'known' || finding.refused !== null) return null
  if (isShapeWrong || fieldProblems(part).size > 0) return null
  return explainPrice(finding.measurement, options, country)
}

/** Returns the parts that can be added to the basket and are not in it. */
export const readyParts = (parts: readonly PartState[], country: string): readonly PartState[] =>
  parts.filter((part) => statusOf(part).kind === 'ready' && explainPart(part, country) !== null)

export type Counted = {
  readonly parts: readonly PartState[]
  /** Print subtotals, before postage. */
  readonly printCents: number
}

/** Returns the parts that would be added. If there are none, returns all that have a price. */
export function countedParts(parts: readonly PartState[], country: string): Counted {
  const ready = readyParts(parts, country)
  const counted =
    ready.length > 0 ? ready : parts.filter((part) => explainPart(part, country) !== null)
  return {
    parts: counted,
    printCents: counted.reduce((sum, part) => sum + printCentsOf(part, country), 0),
  }
}

/** Returns 0 for a part without a price. */
export const printCentsOf = (part: PartState, country: string): number =>
  explainPart(part, country)?.price.printCents ?? 0
