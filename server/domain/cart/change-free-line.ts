// A change of a basket's line after the order that it waits for was given up: the order would still be payable with the old line.

import type { BasketLineId } from '../base/ids/basket-line-id.ts'
import { fail, ok, type Result, unreachable } from '../base/result.ts'
import type { Order } from '../orders/record/order.ts'
import type { ProcessorFailure } from '../payments/failure.ts'
import type { Basket } from './basket.ts'
import { cancelWaitingOrders } from './cancel-waiting-orders.ts'
import type { CancelOrderDeps } from './deps.ts'
import type { CartFailure } from './failure.ts'
import type { CartDeps, LineChange } from './ports.ts'

type Deps = CancelOrderDeps & Pick<CartDeps, 'baskets'>

/** `order_kept`: the line's order is paid or may be, so nothing was changed. */
export type FreeLineChange<Outcome> =
  | { readonly kind: 'order_kept'; readonly order: Order }
  | { readonly kind: 'done'; readonly outcome: Outcome }

type LineToChange<Outcome extends string> = {
  readonly lineId: BasketLineId
  /** Returns 'waits', and changes nothing, if the line's order can still be paid. */
  readonly change: () => Promise<Outcome>
}

/** Retries for concurrent tabs: a line can be ordered again while its previous order is being cancelled. */
const maxRounds = 3

/** Cancels the order that the line waits for, then changes the line. */
export async function changeFreeLine<Outcome extends string>(
  deps: Deps,
  basket: Basket,
  { lineId, change }: LineToChange<Outcome>,
): Promise<Result<FreeLineChange<Exclude<Outcome, 'waits'>>, CartFailure | ProcessorFailure>> {
  let { lines } = basket
  for (let round = 1; round <= maxRounds; round++) {
    const own = lines.filter(({ id }) => id === lineId)
    const kept = await cancelWaitingOrders(deps, { ...basket, lines: own })
    if (!kept.ok) return kept
    if (kept.value !== null) return ok({ kind: 'order_kept', order: kept.value })
    const outcome = await change()
    if (isDone(outcome)) return ok({ kind: 'done', outcome })
    lines = (await deps.baskets.read(basket.id))?.lines ?? []
  }
  return fail({ kind: 'basket_changed' })
}

const isDone = <Outcome extends string>(outcome: Outcome): outcome is Exclude<Outcome, 'waits'> =>
  outcome !== 'waits'

/** `order_kept`: the line's order is paid or may be, so nothing was stored. */
export type StoredLine =
  | { readonly kind: 'stored' }
  | { readonly kind: 'order_kept'; readonly order: Order }

/** Cancels the order that the line waits for, then stores new options of the line. Succeeds if the line already has these options. */
export async function storeLineOptions(
  deps: Deps,
  basket: Basket,
  lineId: BasketLineId,
  change: LineChange,
): Promise<Result<StoredLine, CartFailure | ProcessorFailure>> {
  const changed = await changeFreeLine(deps, basket, {
    lineId,
    change: () => deps.baskets.setOptions(basket.id, lineId, change),
  })
  if (!changed.ok) return changed
  if (changed.value.kind === 'order_kept') return ok(changed.value)
  switch (changed.value.outcome) {
    case 'stored':
      return ok({ kind: 'stored' })
    case 'gone':
      return fail({ kind: 'basket_line_not_found' })
    case 'changed':
      return fail({ kind: 'basket_line_changed', lineId })
    default:
      return unreachable(changed.value.outcome)
  }
}
