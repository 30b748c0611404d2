// Sets status and tracking of an order, for operators (decisions.md 26).

import { retryUntilWritten } from '../../base/optimistic.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { changedSince } from '../changed-since.ts'
import type { StatusDeps } from '../deps.ts'
import type { StatusFailure } from '../failure.ts'
import { findOrder } from '../find-order.ts'
import type { Order } from '../order.ts'
import { isPaid } from '../payment.ts'
import type { OrderDeps } from '../ports.ts'
import {
  type AmountRefund,
  checkRefund,
  findRepeated,
  findRequest,
  type PartsRefund,
  type RefundInput,
  type RefundRefusal,
} from '../refund/refund-order.ts'
import { takenCents } from '../refund/refund-request.ts'
import { sendRefund } from '../refund/settle-refund.ts'
import { type NewRefund, type Refund, refundableCents } from '../refund.ts'
import { shipPromise } from '../ship-promise.ts'
import {
  type ClosedStatus,
  isClosed,
  isOperatorStatus,
  isOrderStatus,
  type OperatorStatus,
} from '../status.ts'
import type { EnteredTracking } from '../tracking.ts'
import { afterStatus, checkStatus, needsPromise, type RequestedStatus } from './status-change.ts'

export type StatusInput = Omit<RequestedStatus, 'status'> & {
  readonly code: string
  readonly status: string
  /** The version that the operator saw; `current` is for programs of our own that just read the order. */
  readonly version: number | 'current' | undefined
  /** What happens to the payment of a paid order that is cancelled or rejected; a refund is written in the same transaction. */
  readonly refund?: ClosingRefund | undefined
}

/** `full`: all that is left. */
export type ClosingRefund =
  | 'none'
  | PartsRefund
  | (Omit<AmountRefund, 'amountCents'> & { readonly amountCents: number | 'full' })

/** Closing a paid order needs a confirmation, with the refund in the same step (decisions.md 26). */
export function needsConfirmation(order: Order, status: string): status is ClosedStatus {
  return isPaid(order) && isOrderStatus(status) && isClosed(status) && !isClosed(order.status)
}

export type StatusSet = {
  readonly order: Order
  /** The refund that was made with the change. It may have failed, or not be settled yet. */
  readonly refund: Refund | null
}

/**
 * Sets any of the eight operator statuses, in any order. A request with the refund key, amount, reason and status of an earlier one is
 * a repeat and changes nothing.
 */
export async function setOrderStatus(
  deps: StatusDeps,
  operator: string,
  input: StatusInput,
): Promise<Result<StatusSet, RefundRefusal>> {
  const { status } = input
  if (!isOperatorStatus(status)) return fail({ kind: 'status_invalid' })
  return await retryUntilWritten(`status of order ${input.code}`, () =>
    attemptStatus(deps, operator, { ...input, status }),
  )
}

async function attemptStatus(
  deps: StatusDeps,
  operator: string,
  input: StatusInput & { readonly status: OperatorStatus },
): Promise<Result<StatusSet, RefundRefusal> | null> {
  const { code, status, version: seen } = input
  const before = await findOrder(deps, code)
  if (before === null) return fail({ kind: 'order_not_found' })
  if (seen === undefined) return fail({ kind: 'order_version_missing' })
  const refund = await refundOf(deps, before, input.refund)
  const version = seen === 'current' ? before.version : seen
  const earlier = await findEarlier(deps, before, { status, version, refund })
  if (earlier !== null) return earlier
  const change = await checkChange(deps, operator, before, {
    ...input,
    asked: input.refund,
    refund,
  })
  if (!change.ok) return change
  // A concurrent change makes the write fail.
  const order = await deps.orders.setStatus(code, { ...change.value, version })
  if (order === null) return null
  await afterStatus(deps, operator, order, { from: before.status, to: status })
  return ok(await sendStarted(deps, operator, order, change.value.refund))
}

/** The response to a repeated or a stale request; null for one that must be carried out. */
async function findEarlier(
  deps: Pick<OrderDeps, 'orders' | 'refunds'>,
  before: Order,
  request: {
    readonly status: OperatorStatus
    readonly version: number
    readonly refund: RefundInput | null
  },
): Promise<Result<StatusSet, RefundRefusal> | null> {
  const { status, version, refund } = request
  const repeated = refund === null ? null : await findRepeated(deps, before, refund)
  if (repeated?.ok && repeated.value.order.status === status) {
    return ok({ order: repeated.value.order, refund: repeated.value.refund })
  }
  if (version !== before.version) return await changedSince(deps, before, version)
  return repeated === null ? null : fail({ kind: 'idempotency_key_reused' })
}

/**
 * The amount of `full` is what is left; nothing is refunded where nothing is left. What an earlier request under its key has refunded
 * counts as left, so that the repeat of one for everything is for the same amount, and one after a part is not.
 */
async function refundOf(
  deps: Pick<OrderDeps, 'orders' | 'refunds'>,
  order: Order,
  refund: StatusInput['refund'],
): Promise<RefundInput | null> {
  if (refund === undefined || refund === 'none') return null
  if ('parts' in refund) return refund
  const { amountCents: amount, ...rest } = refund
  if (amount !== 'full') return { ...rest, amountCents: amount }
  const earlier = await findRequest(deps, order, rest.key)
  // The order was read before the request, which a concurrent one may have written in between.
  const now = earlier?.fixed ? ((await findOrder(deps, order.code)) ?? order) : order
  const amountCents = refundableCents(now) + (earlier === null ? 0 : takenCents(earlier))
  return amountCents > 0 ? { ...rest, amountCents } : null
}

type Change = {
  readonly unpaid: boolean
  /** The promised ship date of an order that becomes work without a payment. */
  readonly dueAt?: Date
  readonly status: OperatorStatus
  readonly tracking: EnteredTracking | null
  readonly by: string
  readonly refund?: NewRefund
}

async function checkChange(
  deps: Pick<OrderDeps, 'clock' | 'farmLoad' | 'log' | 'orderIds' | 'orderLines' | 'refunds'>,
  operator: string,
  before: Order,
  input: Omit<StatusInput, 'refund'> & { readonly status: OperatorStatus } & RequestedChange,
): Promise<Result<Change, RefundRefusal>> {
  const { status, unpaid = false } = input
  const tracking = checkStatus(before, input, deps.clock.now())
  if (!tracking.ok) return tracking
  const payment = checkPayment(before, input)
  if (!payment.ok) return payment
  const change = {
    status,
    tracking: tracking.value,
    by: operator,
    unpaid,
    ...(needsPromise(before, status) && { dueAt: (await shipPromise(deps))(before) }),
  }
  if (input.refund === null) return ok(change)
  const refund = await checkRefund(deps, operator, before, input.refund)
  return refund.ok ? ok({ ...change, refund: refund.value }) : refund
}

type RequestedChange = {
  readonly asked: StatusInput['refund']
  readonly refund: RefundInput | null
}

/** A request to close a paid order must state what happens to the payment, unless nothing of it is left. */
function checkPayment(
  before: Order,
  { status, asked }: RequestedChange & { readonly status: OperatorStatus },
): Result<void, StatusFailure> {
  if (asked !== undefined && !isClosed(status)) return fail({ kind: 'refund_not_closing' })
  const leftCents = refundableCents(before)
  return asked === undefined && needsConfirmation(before, status) && leftCents > 0
    ? fail({ kind: 'refund_unsaid', leftCents })
    : ok(undefined)
}

async function sendStarted(
  deps: Pick<OrderDeps, 'log' | 'orders' | 'payments' | 'refunds'>,
  operator: string,
  order: Order,
  started: NewRefund | undefined,
): Promise<StatusSet> {
  if (started === undefined) return { order, refund: null }
  const { code } = order
  deps.log.info('refund.started', { code, refundId: started.id, by: operator })
  const attempts = await deps.refunds.listByKey(order.id, started.requestKey)
  const written = attempts.find(({ id }) => id === started.id)
  if (written === undefined) throw new Error(`refund ${started.id} vanished`)
  const refund = await sendRefund(deps, written)
  return { order: (await deps.orders.readByCode(code)) ?? order, refund }
}
