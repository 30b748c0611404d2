// Ship date of a cart that is paid now.
import type { PricedCart } from '../../../domain/cart/cart.ts'
import { presentShipDate } from '../../../domain/orders/promise/ship-promise.ts'
import type { HttpDeps } from '../../middleware/deps.ts'

/** Returns the ship date of the lines that can be ordered. */
export const cartShipsBy = (
  deps: Pick<HttpDeps, 'farmLoad' | 'clock' | 'log'>,
  { lines }: Pick<PricedCart, 'lines'>,
): Promise<Date | null> =>
  presentShipDate(
    deps,
    lines.flatMap((priced) => (priced.kind === 'priced' ? [priced.line] : [])),
  )
