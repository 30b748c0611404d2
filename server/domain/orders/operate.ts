// What the farm does to orders: statuses, tracking, and the print job that ends.

import type { AccountFailure } from '../accounts/failure.ts'
import { sha256Hex } from '../base/hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { closeCheckout } from './checkout.ts'
import { isPlausibleCode } from './code.ts'
import type { OrderFailure, StatusFailure } from './failure.ts'
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

export type { TrackingInput } from './tracking.ts'

export type StatusInput = {
  readonly code: string
  readonly status: string
  /** Left out: the order keeps what was entered before. null: nothing is entered, and what was is cleared. */
  readonly tracking?: TrackingInput | null | undefined
  /** The explicit choice that there is no tracking; clears what was entered. */
  readonly withoutTracking?: boolean | undefined
  /** The version that the operator saw; left out: whatever the order is now. */
  readonly version?: number | undefined
  /** Goes with a paid order that is cancelled or rejected; written in the same transaction. */
  readonly refund?: RefundInput | undefined
}

/** Cancelling or rejecting a paid order is asked about once, with the refund in the same step (decisions.md 26). */
export function needsConfirmation(order: Order, status: string): status is ClosedStatus {
  return order.paid && isOrderStatus(status) && isClosed(status) && !isClosed(order.status)
}

export type StatusSet = {
  readonly order: Order
  /** The refund that went with the change, as it is now: it may have failed, or not be confirmed yet. */
  readonly refund: Refund | null
}

/**
 * Any of the eight non-payment values, in any order; an unpaid order can only be closed, never queued. A request whose refund,
 * amount, reason and status are those of an earlier one is a repeat of it and changes nothing.
 */
export async function setOrderStatus(
  deps: OrderDeps,
  operator: string,
  input: StatusInput,
): Promise<Result<StatusSet, RefundRefusal>> {
  const { code, status, version: seen } = input
  if (!isOperatorStatus(status)) return fail({ kind: 'status_invalid' })
  // Without a version another change may come in between: then the order is looked at again.
  for (let tries = 0; tries < 20; tries++) {
    const before = isPlausibleCode(code) ? await deps.orders.readByCode(code) : null
    if (before === null) return fail({ kind: 'order_not_found' })
    const repeated = input.refund && (await findRepeated(deps, before, input.refund))
    if (repeated?.ok && before.status === status) {
      return ok({ order: before, refund: repeated.value.refund })
    }
    const version = seen ?? before.version
    if (version !== before.version) return await changedSince(deps, before, version)
    if (repeated) return fail({ kind: 'idempotency_key_reused' })
    const change = await checkChange(deps, operator, before, { ...input, status })
    if (!change.ok) return change
    const order = await deps.orders.setStatus(code, { ...change.value, version })
    if (order !== null) return ok(await afterChange(deps, operator, order, change.value.refund))
  }
  throw new Error(`order ${code} changed at every try to set its status`)
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
  const refund = await sendRefund(deps, started)
  return { order: (await deps.orders.readByCode(code)) ?? order, refund }
}

/** A printer reports that the job of this order ended: PRINTING becomes PRINTED, from no other state. */
export async function finishPrintJob(
  deps: OrderDeps,
  code: string,
): Promise<Result<Order, OrderFailure | StatusFailure>> {
  const outcome = isPlausibleCode(code) ? await deps.orders.finishPrint(code) : null
  if (outcome === null) return fail({ kind: 'order_not_found' })
  if ('status' in outcome) return fail({ kind: 'print_job_not_running', status: outcome.status })
  deps.log.info('order.print_finished', { code })
  return ok(outcome.finished)
}

/** The farm's progress report on a website-checkout order; API orders are not touched. */
export async function setWebOrderStatus(
  deps: OrderDeps,
  input: {
    code: string
    email?: string | undefined
    status: string
    /** Left out: what is known stays. */
    tracking?: TrackingInput | undefined
    /** Clears the tracking. */
    withoutTracking?: boolean | undefined
  },
): Promise<Result<void, StatusFailure | OrderFailure>> {
  if (!isOrderStatus(input.status)) return fail({ kind: 'web_status_invalid' })
  if (!/^(CART|ORD|STORE)-[A-Za-z0-9-]{1,40}$/.test(input.code)) {
    return fail({ kind: 'order_not_found' })
  }
  const { tracking, withoutTracking = false } = input
  if (withoutTracking && tracking) return fail({ kind: 'tracking_contradicts' })
  await deps.webOrders.setStatus({
    code: input.code,
    email: input.email?.toLowerCase() ?? null,
    status: input.status,
    tracking: withoutTracking ? null : tracking,
    at: deps.clock.now(),
  })
  return ok(undefined)
}

/** Whether the x-internal-key header is the configured secret; digests are compared, so timing tells nothing. */
export async function checkInternalKey(
  { internalKey }: Pick<OrderDeps, 'internalKey'>,
  sent: string | null,
): Promise<Result<void, AccountFailure>> {
  if (internalKey === null || sent === null) return fail({ kind: 'internal_key_required' })
  const equal = (await sha256Hex(sent)) === (await sha256Hex(internalKey))
  return equal ? ok(undefined) : fail({ kind: 'internal_key_required' })
}
