// Quantities at which a part becomes cheaper. The minimum per part can cancel a discount, so the breaks are computed
// from prices instead of the discount list.

import { domesticCountry } from '../catalog/countries.ts'
import type { PrintOptions } from '../catalog/options.ts'
import { priceOrder } from './price-order.ts'
import { bulkThresholds } from './subtotal.ts'
import type { PricedMeasurement } from './weigh-part.ts'

export type QuantityBreak = {
  readonly fromQuantity: number
  /** The print subtotal of `fromQuantity` parts. */
  readonly printCents: number
}

/**
 * Returns the discounts above the chosen quantity that lower the price of a part, ascending. Empty for a part without
 * a price.
 */
export function quantityBreaks(
  measurement: PricedMeasurement,
  options: PrintOptions,
): readonly QuantityBreak[] {
  // Excludes postage.
  const printCents = (quantity: number) =>
    priceOrder(measurement, { ...options, quantity }, domesticCountry)?.printCents ?? null
  const breaks: QuantityBreak[] = []
  let last = { quantity: options.quantity, printCents: printCents(options.quantity) }
  for (const fromQuantity of bulkThresholds().filter((from) => from > options.quantity)) {
    const next = printCents(fromQuantity)
    // Compares fractions in integers.
    const isCheaper =
      next !== null &&
      last.printCents !== null &&
      next * last.quantity < last.printCents * fromQuantity
    if (!isCheaper) continue
    breaks.push({ fromQuantity, printCents: next })
    last = { quantity: fromQuantity, printCents: next }
  }
  return breaks
}
