// The day by which a cart ships if it is paid now, like the date that an order is promised when it is paid.
import { hoursOfCentihours } from '../../../domain/base/centihours.ts'
import { dayMs } from '../../../domain/base/day.ts'
import type { PricedCart } from '../../../domain/cart/cart.ts'
import { daysUntilShipped } from '../../../domain/lead-time/lead-time.ts'
import type { HttpDeps } from '../../middleware/deps.ts'

/** Null without a part that can be ordered, and when the farm's load cannot be read: a page without a day is better than none. */
export async function cartShipsBy(
  { farmLoad, clock, log }: Pick<HttpDeps, 'farmLoad' | 'clock' | 'log'>,
  { lines }: PricedCart,
): Promise<Date | null> {
  const parts = lines.flatMap((priced) => (priced.kind === 'priced' ? [priced.line] : []))
  const quantity = parts.reduce((sum, { options }) => sum + options.quantity, 0)
  if (quantity === 0) return null
  const centihours = parts.reduce(
    (sum, { options, price }) => sum + price.centihoursPerPart * options.quantity,
    0,
  )
  try {
    const order = { hoursPerPart: hoursOfCentihours(centihours / quantity), quantity }
    const days = daysUntilShipped(await farmLoad.read(), order)
    return new Date(clock.now().getTime() + days * dayMs)
  } catch (error) {
    log.warn('cart.lead_time_unknown', { error })
    return null
  }
}
