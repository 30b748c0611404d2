// An operator refunds a paid order in full or in part (decisions.md 27). As with charges, the foreign call sits between two
// commits: 1. the refund is written   2. the processor is called   3. the outcome is written, with the customer's mail.

import { sha256Hex } from '../base/hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isPlausibleCode } from './code.ts'
import type { IdempotencyFailure, OrderFailure, RefundFailure, StatusFailure } from './failure.ts'
import { checkIdempotencyKey } from './idempotency-key.ts'
import { derivedRefundId } from './identity.ts'
import type { Order } from './order.ts'
import type { OrderDeps } from './ports.ts'
import { type NewRefund, type Refund, refundableCents } from './refund.ts'
import { sendRefund } from './settle-refund.ts'

export type RefundInput = {
  /** A whole number of cents above 0. */
  readonly amountCents: number
  /** One line, 1 to 200 characters; the customer's mail quotes it. */
  readonly reason: string
  /** Tells a repeat from another refund; null: the same amount for the same reason is a repeat. */
  readonly key: string | null
}

export type Refunded = {
  readonly refund: Refund
  /** As it is with the refund in it. */
  readonly order: Order
  /** Whether an earlier request with this key made it. */
  readonly replayed: boolean
}

export type RefundRefusal = OrderFailure | StatusFailure | RefundFailure | IdempotencyFailure

/** A refund whose outcome is not known yet is returned as `unknown`: the worker settles it from the processor's record. */
export async function refundOrder(
  deps: OrderDeps,
  operator: string,
  input: RefundInput & { readonly code: string; readonly version?: number | undefined },
): Promise<Result<Refunded, RefundRefusal>> {
  const key = checkIdempotencyKey(input.key)
  if (!key.ok) return key
  // Another request may come in between: then the order is looked at again, and says why.
  for (let tries = 0; tries < 5; tries++) {
    const order = isPlausibleCode(input.code) ? await deps.orders.readByCode(input.code) : null
    if (order === null) return fail({ kind: 'order_not_found' })
    const earlier = await findRepeated(deps, order, input)
    if (earlier !== null) return earlier
    const { version } = input
    if (version !== undefined && version !== order.version) {
      return await changedSince(deps, order, version)
    }
    const checked = await newRefund(deps, operator, order, input)
    if (!checked.ok) return checked
    const request = version === undefined ? checked.value : { ...checked.value, version }
    const started = await deps.refunds.start(request)
    if (started === null) continue
    deps.log.info('refund.started', { code: order.code, refundId: started.refund.id, by: operator })
    return await sendAndRead(deps, started.refund, order.code)
  }
  throw new Error(`order ${input.code} changed at every try to refund it`)
}

/** The order's refunds, oldest first; most orders have none, which their row tells. */
export async function listRefunds(
  { refunds }: Pick<OrderDeps, 'refunds'>,
  order: Pick<Order, 'id' | 'refundedCents' | 'refundingCents'>,
): Promise<readonly Refund[]> {
  const hasAny = order.refundedCents + order.refundingCents > 0
  return hasAny ? await refunds.listByOrder(order.id) : []
}

/** The refund that goes with a change of the order's status. */
export async function newRefund(
  deps: Pick<OrderDeps, 'orderIds' | 'refunds'>,
  operator: string,
  order: Order,
  input: RefundInput,
): Promise<Result<NewRefund, RefundFailure>> {
  const { amountCents, reason } = input
  if (order.paymentId === null) return fail({ kind: 'refund_unpaid' })
  const leftCents = refundableCents(order)
  if (amountCents > leftCents) return fail({ kind: 'refund_too_large', leftCents })
  const subject = { orderId: order.id, requestKey: await requestKeyOf(input) }
  const round = await deps.refunds.countFailed(subject.orderId, subject.requestKey)
  return ok({
    ...subject,
    id: derivedRefundId(deps.orderIds, subject, round),
    paymentId: order.paymentId,
    amountCents,
    reason,
    requestedBy: operator,
  })
}

/** 409 with what has happened since the version that the caller saw. */
export async function changedSince(
  deps: Pick<OrderDeps, 'orders'>,
  order: Order,
  seen: number,
): Promise<Result<never, StatusFailure>> {
  const changes = await deps.orders.changesSince(order.id, seen)
  return fail({ kind: 'order_changed', version: order.version, changes })
}

/** What an earlier request with the same key came to; null when there was none, or it failed. */
export async function findRepeated(
  deps: Pick<OrderDeps, 'refunds'>,
  order: Order,
  input: RefundInput,
): Promise<Result<Refunded, IdempotencyFailure> | null> {
  const refund = await deps.refunds.findByKey(order.id, await requestKeyOf(input))
  if (refund === null) return null
  const isSame = refund.amountCents === input.amountCents && refund.reason === input.reason
  return isSame ? ok({ refund, order, replayed: true }) : fail({ kind: 'idempotency_key_reused' })
}

/** The refund that a request with this key of the caller's made, unless it failed. */
export async function findRefundByKey(
  { refunds }: Pick<OrderDeps, 'refunds'>,
  order: Pick<Order, 'id'>,
  key: string,
): Promise<Refund | null> {
  return key === '' ? null : await refunds.findByKey(order.id, callerKey(key))
}

const callerKey = (key: string): string => `key:${key}`

/** A key of the caller never meets one that was made of amount and reason. */
const requestKeyOf = async ({ key, amountCents, reason }: RefundInput): Promise<string> =>
  key === null ? `same:${await sha256Hex(`${amountCents} ${reason}`)}` : callerKey(key)

async function sendAndRead(
  deps: OrderDeps,
  started: Refund,
  code: string,
): Promise<Result<Refunded, RefundFailure>> {
  const refund = await sendRefund(deps, started)
  if (refund.state === 'failed') {
    return fail({ kind: 'refund_refused', reason: refund.failure ?? 'no reason given' })
  }
  const order = await deps.orders.readByCode(code)
  if (order === null) throw new Error(`order ${code} vanished`)
  return ok({ refund, order, replayed: false })
}
