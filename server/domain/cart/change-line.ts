// Changes the quantity of a basket's line, or removes it.

import { fail, ok, type Result } from '../base/result.ts'
import type { Order } from '../orders/record/order.ts'
import type { ProcessorFailure } from '../payments/failure.ts'
import type { Basket } from './basket.ts'
import {
  changeFreeLine,
  type FreeLineChange,
  type StoredLine,
  storeLineOptions,
} from './change-free-line.ts'
import type { CancelOrderDeps } from './deps.ts'
import type { CartFailure } from './failure.ts'
import type { CartDeps } from './ports.ts'
import { readQuantity } from './use-basket.ts'

type Deps = CancelOrderDeps & Pick<CartDeps, 'baskets'>

/**
 * Sets a line's quantity; null removes the line. The order that the line waits for is cancelled. Returns that order, and
 * changes nothing, if it is paid or a payment is in progress; otherwise null.
 */
export async function changeLine(
  deps: Deps,
  basket: Basket,
  { lineId: sentId, quantity: sent, shownQuantity = '' }: QuantityChange,
): Promise<Result<Order | null, CartFailure | ProcessorFailure>> {
  const line = basket.lines.find(({ id }) => id === sentId)
  if (line === undefined) return fail({ kind: 'basket_line_not_found' })
  const { id: lineId } = line
  if (sent === null) {
    const removed = await changeFreeLine(deps, basket, {
      lineId,
      change: () => deps.baskets.removeLine(basket.id, lineId),
    })
    return removed.ok ? ok(orderOf(removed.value)) : removed
  }
  const { quantity: before } = line.options
  const quantity = readQuantity(sent)
  if (quantity === before) return ok(null)
  if (shownQuantity !== '' && shownQuantity !== String(before)) {
    return fail({ kind: 'basket_line_changed', lineId })
  }
  if (quantity === null) return fail({ kind: 'cart_quantity_invalid', lineId })
  const change = { from: { quantity: before }, to: { quantity }, seen: null }
  const stored = await storeLineOptions(deps, basket, lineId, change)
  return stored.ok ? ok(orderOf(stored.value)) : stored
}

/**
 * Sets the quantities of several lines, until one fails or its order stays in force. Returns that order; null if all were
 * stored. A line that is no longer in the basket comes last, so that the quantities of the others are stored.
 */
export async function changeQuantities(
  deps: Deps,
  basket: Basket | null,
  changes: readonly QuantityChange[],
): Promise<Result<Order | null, CartFailure | ProcessorFailure>> {
  const isThere = ({ lineId }: QuantityChange) => basket?.lines.some(({ id }) => id === lineId)
  const gone = changes.filter((change) => !isThere(change))
  if (basket !== null) {
    for (const change of changes.filter(isThere)) {
      const changed = await changeLine(deps, basket, change)
      if (!changed.ok || changed.value !== null) return changed
    }
  }
  return gone.length === 0 ? ok(null) : fail({ kind: 'basket_line_not_found' })
}

export type QuantityChange = {
  readonly lineId: string
  readonly quantity: string | null
  /** The quantity that the page showed; '' = not stated. */
  readonly shownQuantity?: string
}

const orderOf = (changed: FreeLineChange<string> | StoredLine): Order | null =>
  changed.kind === 'order_kept' ? changed.order : null
