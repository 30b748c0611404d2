// Sets status and tracking of an order, for operators (decisions.md 26).

import { fail, ok, type Result } from '../base/result.ts'
import { closeCheckout } from './checkout.ts'
import { findOrder } from './find-order.ts'
import type { Order } from './order.ts'
import type { OrderDeps } from './ports.ts'
import type { NewRefund, Refund } from './refund.ts'
import {
  changedSince,
  findRepeated,
  newRefund,
  type RefundInput,
  type RefundRefusal,
} from './refund-order.ts'
import { sendRefund } from './settle-refund.ts'
import {
  type ClosedStatus,
  isClosed,
  isOperatorStatus,
  isOrderStatus,
  isStatusAllowed,
  type OperatorStatus,
} from './status.ts'
import { type EnteredTracking, nextTracking, type TrackingInput } from './tracking.ts'

export type StatusInput = {
  readonly code: string
  readonly status: string
  /** undefined keeps the entered tracking, null clears it. */
  readonly tracking?: TrackingInput | null | undefined
  /** There is no tracking, explicitly. Clears the entered tracking. */
  readonly withoutTracking?: boolean | undefined
  /** The version that the operator saw; undefined = the current one. */
  readonly version?: number | undefined
  /** For a paid order that is cancelled or rejected; written in the same transaction. */
  readonly refund?: RefundInput | undefined
}

/** Closing a paid order needs a confirmation, with the refund in the same step (decisions.md 26). */
export function needsConfirmation(order: Order, status: string): status is ClosedStatus {
  return order.paid && isOrderStatus(status) && isClosed(status) && !isClosed(order.status)
}

const maxAttempts = 20

export type StatusSet = {
  readonly order: Order
  /** The refund that was made with the change. It may have failed, or not be settled yet. */
  readonly refund: Refund | null
}

/**
 * Sets any of the eight operator statuses, in any order; an unpaid order can only be closed. A request with the refund key, amount,
 * reason and status of an earlier one is a repeat and changes nothing.
 */
export async function setOrderStatus(
  deps: OrderDeps,
  operator: string,
  input: StatusInput,
): Promise<Result<StatusSet, RefundRefusal>> {
  const { code, status, version: seen } = input
  if (!isOperatorStatus(status)) return fail({ kind: 'status_invalid' })
  // A concurrent change makes the write fail: without a version the order is then read and checked again.
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const before = await findOrder(deps, code)
    if (before === null) return fail({ kind: 'order_not_found' })
    const repeated = input.refund && (await findRepeated(deps, before, input.refund))
    if (repeated?.ok && repeated.value.order.status === status) {
      const { order, refund } = repeated.value
      return ok({ order, refund })
    }
    const version = seen ?? before.version
    if (version !== before.version) return await changedSince(deps, before, version)
    if (repeated) return fail({ kind: 'idempotency_key_reused' })
    const change = await checkChange(deps, operator, before, { ...input, status })
    if (!change.ok) return change
    const order = await deps.orders.setStatus(code, { ...change.value, version })
    if (order !== null) {
      if (status !== before.status) deps.meter.count('order_status_changes_total', { status })
      return ok(await afterChange(deps, operator, order, change.value.refund))
    }
  }
  throw new Error(`order ${code} changed at every attempt to set its status`)
}

type Change = {
  readonly status: OperatorStatus
  readonly tracking: EnteredTracking | null
  readonly by: string
  readonly refund?: NewRefund
}

async function checkChange(
  deps: OrderDeps,
  operator: string,
  before: Order,
  input: StatusInput & { readonly status: OperatorStatus },
): Promise<Result<Change, RefundRefusal>> {
  const { status, withoutTracking = false } = input
  if (!isStatusAllowed(before, status)) return fail({ kind: 'order_unpaid' })
  if (before.hold !== null && status !== before.status && !isClosed(status)) {
    return fail({ kind: 'order_held', reason: before.hold.reason })
  }
  if (withoutTracking && input.tracking) return fail({ kind: 'tracking_contradicts' })
  const tracking = nextTracking({
    before,
    status,
    input: withoutTracking ? null : input.tracking,
    now: deps.clock.now(),
  })
  if (status === 'SHIPPED' && tracking === null && !withoutTracking) {
    return fail({ kind: 'tracking_required' })
  }
  const change = { status, tracking, by: operator }
  if (input.refund === undefined) return ok(change)
  const refund = await newRefund(deps, operator, before, input.refund)
  return refund.ok ? ok({ ...change, refund: refund.value }) : refund
}

async function afterChange(
  deps: OrderDeps,
  operator: string,
  order: Order,
  started: NewRefund | undefined,
): Promise<StatusSet> {
  const { code, status } = order
  deps.log.info('order.status_set', { code, status, by: operator })
  if (isClosed(status) && !order.paid) await closeCheckout(deps, order, null)
  if (started === undefined) return { order, refund: null }
  deps.log.info('refund.started', { code, refundId: started.id, by: operator })
  const written = await deps.refunds.findByKey(order.id, started.requestKey)
  if (written === null) throw new Error(`refund ${started.id} vanished`)
  const refund = await sendRefund(deps, written)
  return { order: (await deps.orders.readByCode(code)) ?? order, refund }
}
