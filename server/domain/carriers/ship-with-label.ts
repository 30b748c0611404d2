// Buys a label and ships the order in one press of an operator.
import { fail, ok, type Result } from '../base/result.ts'
import { changedSince } from '../orders/changed-since.ts'
import type { StatusDeps } from '../orders/deps.ts'
import type { StatusFailure } from '../orders/failure.ts'
import type { OrderChange } from '../orders/history/change.ts'
import { isShipped } from '../orders/record/tracking.ts'
import type { RefundRefusal } from '../orders/refund/refund-order.ts'
import { setOrderStatus } from '../orders/status-changes/set-order-status.ts'
import { buyLabel } from './buy-label.ts'
import { findLabel, type LabelPlace, type LabelRefusal } from './find-label.ts'

export type ShipInput = LabelPlace & {
  readonly rateId: string
  /** The version of the order that the operator saw. */
  readonly version: number
}

/**
 * Buys the label, at most once, and then sets the status SHIPPED with its tracking number. Without a confirmed purchase,
 * the order is not shipped; a repeated request continues. Refuses if the order was changed since `version` by anything
 * but the purchase. A request for an order that was shipped with the label changes nothing.
 */
export async function shipWithLabel(
  deps: StatusDeps & Parameters<typeof buyLabel>[0],
  operator: string,
  { version, ...purchase }: ShipInput,
): Promise<Result<void, LabelRefusal | RefundRefusal | StatusFailure>> {
  const before = await findLabel(deps, purchase)
  if (
    before.ok &&
    before.value.label.state === 'quoted' &&
    before.value.order.version !== version
  ) {
    return await changedSince(deps, before.value.order, version)
  }
  const bought = await buyLabel(deps, operator, purchase)
  if (!bought.ok) return bought
  const found = await findLabel(deps, purchase)
  if (!found.ok) return found
  const { label, order } = found.value
  if (label.state !== 'bought' || label.label === null) return fail({ kind: 'label_not_bought' })
  // Another operator bought the label at another rate than this one saw.
  if (label.rateId !== purchase.rateId) return await changedSince(deps, order, version)
  const { number } = label.label
  if (order.enteredTracking?.number !== number) return fail({ kind: 'label_not_on_order' })
  if (isShipped(order.status)) return ok(undefined)
  const changes = await deps.orders.changesSince(order.id, version)
  if (!changes.every((change) => isTrackingOnly(change, number))) {
    return fail({ kind: 'order_changed', version: order.version, changes })
  }
  const set = await setOrderStatus(deps, operator, {
    code: purchase.code,
    status: 'SHIPPED',
    version: order.version,
  })
  return set.ok ? ok(undefined) : set
}

/** Whether the change only set the tracking number, as a purchase does. */
const isTrackingOnly = (change: OrderChange, number: string): boolean =>
  change.from === change.to &&
  change.trackingTo?.number === number &&
  change.trackingFrom?.number !== number
