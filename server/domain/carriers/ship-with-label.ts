// Buys a label and ships the order in one press of an operator.
import { fail, ok, type Result } from '../base/result.ts'
import { changedSince } from '../orders/changed-since.ts'
import type { StatusDeps } from '../orders/deps.ts'
import type { StatusFailure } from '../orders/failure.ts'
import { findOrder } from '../orders/find-order.ts'
import { isShipped } from '../orders/record/tracking.ts'
import type { RefundRefusal } from '../orders/refund/refund-order.ts'
import { setOrderStatus } from '../orders/work/set-order-status.ts'
import { buyLabel } from './buy-label.ts'
import { findLabel, type LabelPlace, type LabelRefusal } from './find-label.ts'

export type ShipInput = LabelPlace & {
  readonly rateId: string
  /** The version of the order that the operator saw. */
  readonly version: number
}

/**
 * Buys the label, at most once, and then sets the status SHIPPED with its tracking number. Without a confirmed purchase,
 * the order is not shipped; a repeated request continues. A request for an order that was shipped with the label changes
 * nothing.
 */
export async function shipWithLabel(
  deps: StatusDeps & Parameters<typeof buyLabel>[0],
  operator: string,
  { version, ...purchase }: ShipInput,
): Promise<Result<void, LabelRefusal | RefundRefusal | StatusFailure>> {
  const found = await findLabel(deps, purchase)
  // The purchase itself changes the order's version.
  if (found.ok && found.value.label.state === 'quoted' && found.value.order.version !== version) {
    return await changedSince(deps, found.value.order, version)
  }
  const bought = await buyLabel(deps, operator, purchase)
  if (!bought.ok) return bought
  const [order, label] = await Promise.all([
    findOrder(deps, purchase.code),
    deps.parcelLabels.read(purchase.id),
  ])
  // The label may have been voided, or the tracking replaced, since the page was shown.
  const number = order?.enteredTracking?.number
  const isOnOrder = label?.state === 'bought' && label.label?.number === number
  if (order === null || !isOnOrder) return fail({ kind: 'label_not_bought' })
  if (isShipped(order.status)) return ok(undefined)
  const { code } = purchase
  const set = await setOrderStatus(deps, operator, {
    code,
    status: 'SHIPPED',
    version: order.version,
  })
  return set.ok ? ok(undefined) : set
}
