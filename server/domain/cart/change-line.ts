// Changes a line of a basket, or removes it. A line that waits for a payment is the only way to its order, so the order is given up first.

import { fail, ok, type Result } from '../base/result.ts'
import type { Order } from '../orders/order.ts'
import type { ProcessorFailure } from '../payments/failure.ts'
import type { Basket } from './basket.ts'
import { giveUpWaiting } from './check-out-basket.ts'
import type { GiveUpDeps } from './deps.ts'
import type { CartFailure } from './failure.ts'
import type { CartDeps } from './ports.ts'
import { readQuantity } from './use-basket.ts'

type Deps = GiveUpDeps & Pick<CartDeps, 'baskets'>

/** Two tabs at a time: the line may be ordered again while its order before is given up. */
const maxRounds = 3

/**
 * A line's new quantity; null removes it. Returns the line's order where that stands, because it is paid or a payment is under way: then
 * nothing is removed. Otherwise null.
 */
export async function changeLine(
  deps: Deps,
  basket: Basket,
  { lineId, quantity: sent }: { readonly lineId: string; readonly quantity: string | null },
): Promise<Result<Order | null, CartFailure | ProcessorFailure>> {
  if (!basket.lines.some(({ id }) => id === lineId)) return fail({ kind: 'basket_line_not_found' })
  if (sent === null) return await removeLine(deps, basket, lineId)
  const quantity = readQuantity(sent)
  if (quantity === null) return fail({ kind: 'cart_quantity_invalid', lineId })
  await deps.baskets.setQuantity(basket.id, lineId, quantity)
  return ok(null)
}

async function removeLine(
  deps: Deps,
  basket: Basket,
  lineId: string,
): Promise<Result<Order | null, CartFailure | ProcessorFailure>> {
  let { lines } = basket
  for (let round = 1; round <= maxRounds; round++) {
    const own = lines.filter(({ id }) => id === lineId)
    const stands = await giveUpWaiting(deps, { ...basket, lines: own })
    if (!stands.ok || stands.value !== null) return stands
    if ((await deps.baskets.removeLine(basket.id, lineId)) !== 'waits') return ok(null)
    lines = (await deps.baskets.read(basket.id))?.lines ?? []
  }
  return fail({ kind: 'basket_changed' })
}
