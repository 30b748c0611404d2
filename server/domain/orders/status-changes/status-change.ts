// The rules of a status change by an operator, for one or many orders, and the actions after its commit.

import { fail, ok, type Result } from '../../base/result.ts'
import { closeCheckout } from '../charge/checkout.ts'
import type { OrderErased, StatusFailure } from '../failure.ts'
import type { OrderDeps } from '../ports.ts'
import { checkFileReviewed } from '../record/file-review.ts'
import { isErased, type Order } from '../record/order.ts'
import { isPaid } from '../record/payment.ts'
import {
  isClosed,
  isReleased,
  isStatusAllowed,
  type OperatorStatus,
  type OrderStatus,
  openStatuses,
} from '../record/status.ts'
import {
  type EnteredTracking,
  isShipped,
  nextTracking,
  type TrackingInput,
} from '../record/tracking.ts'
import { isClosedAndRefunded } from '../reversals/refund.ts'
import { countStatus } from './count-status.ts'

export type RequestedStatus = {
  readonly status: OperatorStatus
  /** undefined keeps the entered tracking, null clears it. */
  readonly tracking?: TrackingInput | null | undefined
  /** States explicitly that there is no tracking, and clears the entered tracking. */
  readonly withoutTracking?: boolean | undefined
  /**
   * Releases an unpaid order that was paid in another way or is a gift, or a closed order that was refunded in full
   * (decisions.md 48).
   */
  readonly unpaid?: boolean | undefined
}

/** Returns the tracking that the order has after the change. The payment of a closed order is checked separately. */
export function checkStatus(
  before: Order,
  { status, tracking, withoutTracking = false, unpaid = false }: RequestedStatus,
  now: Date,
): Result<EnteredTracking | null, StatusFailure> {
  if (!isStatusAllowed(before, status, { unpaid })) {
    return fail({ kind: isReleased(status) ? 'order_unpaid_unsaid' : 'order_unpaid' })
  }
  if (!unpaid && !isClosed(status) && isClosedAndRefunded(before)) {
    return fail({ kind: 'order_refunded_unsaid' })
  }
  const addressed = checkAddressed(before, status)
  if (!addressed.ok) return addressed
  if (before.hold !== null && status !== before.status && !isClosed(status)) {
    return fail({ kind: 'order_held', reason: before.hold.reason })
  }
  const reviewed = checkFileReviewed(before)
  if (!reviewed.ok && isReleased(status) && status !== before.status) return reviewed
  if (withoutTracking && tracking) return fail({ kind: 'tracking_contradicts' })
  return checkTracking(before, {
    status,
    tracking: withoutTracking ? null : tracking,
    withoutTracking,
    now,
  })
}

/** An order without personal data has no address, so it is not shipped. One that was shipped before can be corrected. */
export const checkAddressed = (before: Order, status: OperatorStatus): Result<void, OrderErased> =>
  status === 'SHIPPED' && !isShipped(before.status) && isErased(before)
    ? fail({ kind: 'order_erased' })
    : ok(undefined)

/** `withoutTracking`: permits shipping an order without tracking. */
export function checkTracking(
  before: Order,
  {
    status,
    tracking: input,
    withoutTracking,
    now,
  }: Required<Omit<RequestedStatus, 'unpaid'>> & { readonly now: Date },
): Result<EnteredTracking | null, Extract<StatusFailure, { kind: 'tracking_required' }>> {
  const tracking = nextTracking({ before, status, input, now })
  return status === 'SHIPPED' && tracking === null && withoutTracking !== true
    ? fail({ kind: 'tracking_required' })
    : ok(tracking)
}

/** The statuses before delivery, in sequence. */
const stepsToDelivery: readonly OrderStatus[] = [...openStatuses, 'SHIPPED']

/**
 * Returns the steps that an order skips if it is marked as delivered before it was shipped; empty for any other
 * change.
 */
export const skippedSteps = (now: OrderStatus, next: string): readonly OrderStatus[] =>
  next !== 'DELIVERED' || now === 'SHIPPED' || now === 'DELIVERED'
    ? []
    : stepsToDelivery.slice(stepsToDelivery.indexOf(now) + 1)

/**
 * Whether the change needs a promised ship date, because an unpaid order enters production. A paid order got its date
 * with the payment.
 */
export const needsPromise = (order: Order, status: OperatorStatus): boolean =>
  !isPaid(order) && order.dueAt === null && isReleased(status)

/** Runs the actions that follow a committed status change. */
export async function afterStatus(
  deps: Pick<OrderDeps, 'log' | 'meter' | 'payments'>,
  operator: string,
  order: Order,
  { from, to: status }: { readonly from: OrderStatus; readonly to: OperatorStatus },
): Promise<void> {
  const { code } = order
  countStatus(deps.meter, status, { from })
  deps.log.info('order.status_set', { code, status, by: operator })
  // A closed order must not be paid, and an order that was released unpaid does not need to be.
  if (!isPaid(order)) await closeCheckout(deps, order, null)
}
