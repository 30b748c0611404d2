// The ship date of a quote that is ordered now: the date that its order would be promised.
import { presentShipDate } from '../orders/promise/ship-promise.ts'
import { planByStoredEstimate } from '../planning/plan-part.ts'
import { quotedSize } from './order-quote.ts'
import type { QuoteDeps } from './ports.ts'
import type { NewQuote } from './quote.ts'

/** Returns null if the farm's load cannot be read. */
export async function quoteShipDate(deps: QuoteDeps, quote: NewQuote): Promise<Date | null> {
  const sizeMm = quotedSize(quote.measurement)
  const { plannedSeconds } = await planByStoredEstimate(deps, { ...quote, sizeMm })
  return await presentShipDate(deps, [{ ...quote, plannedSeconds }])
}
