// Sets status and tracking of an order, for operators (decisions.md 26).

import { mustExist } from '../../base/must-exist.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { retryUntilWritten } from '../../base/retry-until-written.ts'
import { changedSince } from '../changed-since.ts'
import type { StatusDeps } from '../deps.ts'
import type { StatusFailure } from '../failure.ts'
import { findOrder } from '../find-order.ts'
import type { OrderDeps } from '../ports.ts'
import { type ShipPromise, withShipPromise } from '../promise/ship-promise.ts'
import type { Order } from '../record/order.ts'
import { listLines } from '../record/order-lines.ts'
import { isPaid } from '../record/payment.ts'
import {
  type ClosedStatus,
  isClosed,
  isOperatorStatus,
  isOrderStatus,
  type OperatorStatus,
} from '../record/status.ts'
import type { EnteredTracking } from '../record/tracking.ts'
import { checkRefund, findRepeated, type RefundRefusal } from '../refund/refund-order.ts'
import {
  type AmountRefund,
  findRequest,
  type PartsRefund,
  type RefundInput,
  takenCents,
} from '../refund/refund-request.ts'
import { sendRefund } from '../refund/settle-refund.ts'
import { type NewRefund, type Refund, refundableCents } from '../reversals/refund.ts'
import { afterStatus, checkStatus, needsPromise, type RequestedStatus } from './status-change.ts'

export type StatusInput = Omit<RequestedStatus, 'status'> & {
  readonly code: string
  readonly status: string
  /** The version that the operator saw; `current` is for internal programs that have just read the order. */
  readonly version: number | 'current' | undefined
  /**
   * What happens to the payment of a paid order that is cancelled or rejected. A refund is written in the same
   * transaction.
   */
  readonly refund?: ClosingRefund | undefined
}

/** `full`: the full remaining amount. */
export type ClosingRefund =
  | 'none'
  | PartsRefund
  | (Omit<AmountRefund, 'amountCents'> & { readonly amountCents: number | 'full' })

/**
 * Whether the change needs a confirmation: closing a paid order does, with the refund in the same step (decisions.md
 * 26).
 */
export function needsConfirmation(order: Order, status: string): status is ClosedStatus {
  return isPaid(order) && isOrderStatus(status) && isClosed(status) && !isClosed(order.status)
}

export type StatusSet = {
  readonly order: Order
  /** The refund that was made with the change. It may have failed, or may be unsettled. */
  readonly refund: Refund | null
}

/**
 * Sets any of the eight operator statuses, in any sequence. A request with the refund key, amount, reason and status
 * of an earlier one is a repeat and changes nothing.
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
  const write = async (promise?: ShipPromise) => {
    const requested = { ...input, asked: input.refund, refund, promise }
    const change = await checkChange(deps, operator, before, requested)
    if (!change.ok) return change
    // A concurrent change makes the write fail.
    const order = await deps.orders.setStatus(code, { ...change.value, version })
    return order === null ? null : ok({ order, refund: change.value.refund })
  }
  const written = await (needsPromise(before, status) ? withShipPromise(deps, write) : write())
  if (!written?.ok) return written
  const { order } = written.value
  await afterStatus(deps, operator, order, { from: before.status, to: status })
  return ok(await sendStarted(deps, operator, order, written.value.refund))
}

/** Returns the response to a repeated or outdated request; null for a request that must be executed. */
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
 * Returns the refund. `full` is the remaining amount; nothing is refunded if nothing remains. Amounts refunded by an
 * earlier request under the same key are included in the remainder, so that a repeated full refund has the same
 * amount, unlike a full refund after a partial one.
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
  // The order was read before the request, which a concurrent request may have written in the meantime.
  const now = earlier?.fixedRequest ? ((await findOrder(deps, order.code)) ?? order) : order
  const amountCents = refundableCents(now) + (earlier === null ? 0 : takenCents(earlier))
  return amountCents > 0 ? { ...rest, amountCents } : null
}

type Change = {
  readonly unpaid: boolean
  /** The promised ship date of an order that enters production without a payment. */
  readonly dueAt?: Date
  readonly status: OperatorStatus
  readonly tracking: EnteredTracking | null
  readonly by: string
  readonly refund?: NewRefund
}

async function checkChange(
  deps: Pick<OrderDeps, 'clock' | 'log' | 'orderIds' | 'orderLines' | 'refunds'>,
  operator: string,
  before: Order,
  input: Omit<StatusInput, 'refund'> & {
    readonly status: OperatorStatus
    /** Set if the order needs a ship date. */
    readonly promise: ShipPromise | undefined
  } & RequestedChange,
): Promise<Result<Change, RefundRefusal>> {
  const { status, unpaid = false, promise } = input
  const tracking = checkStatus(before, input, deps.clock.now())
  if (!tracking.ok) return tracking
  const payment = checkPayment(before, input)
  if (!payment.ok) return payment
  const change = {
    status,
    tracking: tracking.value,
    by: operator,
    unpaid,
    ...(promise && { dueAt: promise(before, await listLines(deps, before)) }),
  }
  if (input.refund === null) return ok(change)
  const refund = await checkRefund(deps, operator, {
    order: before,
    input: input.refund,
  })
  return refund.ok ? ok({ ...change, refund: refund.value }) : refund
}

type RequestedChange = {
  readonly asked: StatusInput['refund']
  readonly refund: RefundInput | null
}

/**
 * Checks the payment. A request to close a paid order must state what happens to the payment, unless nothing of it
 * remains.
 */
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
  const refund = await sendRefund(deps, mustExist(written, `refund ${started.id}`))
  return { order: (await deps.orders.readByCode(code)) ?? order, refund }
}
