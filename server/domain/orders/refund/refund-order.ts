// Refunds a paid order in full or in part, for operators (decisions.md 27). As with charges, the processor is called between two
// commits: 1. the refund is written   2. the processor is called   3. the outcome is written, with the customer's mail.

import { sha256Hex } from '../../base/hash.ts'
import { retryUntilWritten } from '../../base/optimistic.ts'
import type { RefundId } from '../../base/refund-id.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { IdempotencyFailure } from '../../idempotency/failure.ts'
import { checkIdempotencyKey } from '../../idempotency/key.ts'
import { derivedRefundId } from '../../payments/refund-id.ts'
import { changedSince } from '../changed-since.ts'
import type { RefundDeps } from '../deps.ts'
import type { OrderFailure, RefundFailure, StatusFailure } from '../failure.ts'
import { findOrder } from '../find-order.ts'
import type { Order } from '../order.ts'
import { listLines } from '../order-lines.ts'
import { isPaid, paymentIdOfOrder } from '../payment.ts'
import type { OrderDeps } from '../ports.ts'
import {
  isRefundIncomplete,
  type NewRefund,
  type Refund,
  type RefundSplit,
  refundableCents,
  totalOf,
} from '../refund.ts'
import {
  areSameParts,
  partsKey,
  priceParts,
  type RefundedParts,
  type RequestedParts,
  requestedPartsOf,
  totalOfParts,
} from '../refund-parts.ts'
import { progressOf, type RequestProgress } from './refund-request.ts'
import { sendRefund } from './settle-refund.ts'

type RequestFacts = {
  /** One line, 1 to 200 characters; quoted in the customer's mail. */
  readonly reason: string
  /** Identifies a repeated request; null: the same amount or parts for the same reason are a repeat. */
  readonly key: string | null
}

/** `amountCents`: a whole number of cents above 0. */
export type AmountRefund = RequestFacts & { readonly amountCents: number }

/** A refund of parts; their price is the amount. */
export type PartsRefund = RequestFacts & { readonly parts: RequestedParts }

export type RefundInput = AmountRefund | PartsRefund

export type RefundResult = {
  readonly refund: Refund
  /** Includes the refund. */
  readonly order: Order
  /** Whether an earlier request with this key made the refund. */
  readonly replayed: boolean
  /** What the request has given back, over all its attempts. */
  readonly moved: RefundSplit
}

export type RefundRefusal = OrderFailure | StatusFailure | RefundFailure | IdempotencyFailure

/** A refund with an unknown outcome is returned as `unknown`; the worker settles it from the processor's record. */
export async function refundOrder(
  deps: RefundDeps,
  operator: string,
  input: RefundInput & { readonly code: string; readonly version?: number | undefined },
): Promise<Result<RefundResult, RefundRefusal>> {
  const key = checkIdempotencyKey(input.key)
  if (!key.ok) return key
  return await retryUntilWritten(`refund of order ${input.code}`, () =>
    attemptRefund(deps, operator, input),
  )
}

async function attemptRefund(
  deps: RefundDeps,
  operator: string,
  input: RefundInput & { readonly code: string; readonly version?: number | undefined },
): Promise<Result<RefundResult, RefundRefusal> | null> {
  const order = await findOrder(deps, input.code)
  if (order === null) return fail({ kind: 'order_not_found' })
  const progress = await progressOfInput(deps, order, input)
  const earlier = await repeatedOf(deps, order, input, progress)
  if (earlier !== null) return earlier
  const { version } = input
  if (version !== undefined && version !== order.version) {
    return await changedSince(deps, order, version)
  }
  const checked = await checkRefund(deps, operator, order, input, progress)
  if (!checked.ok) return checked
  // The price of parts depends on the earlier refunds, which are those of this version.
  const seen = version ?? ('parts' in input ? order.version : undefined)
  const request = seen === undefined ? checked.value : { ...checked.value, version: seen }
  const started = await deps.refunds.start(request)
  if (started === null) return null
  deps.log.info('refund.started', { code: order.code, refundId: started.refund.id, by: operator })
  return await sendAndRead(deps, started.refund, order.code)
}

/** The request of a refund that failed or moved a part, made again under its own key. */
export async function repeatRefund(
  deps: RefundDeps,
  operator: string,
  { code, refundId }: { readonly code: string; readonly refundId: RefundId },
): Promise<Result<RefundResult, RefundRefusal>> {
  const order = await findOrder(deps, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  const refund = (await deps.refunds.listByOrder(order.id)).find(({ id }) => id === refundId)
  if (refund === undefined) return fail({ kind: 'refund_not_returned' })
  const { requestedCents: amountCents, parts, reason, requestKey } = refund
  const amount = parts === null ? { amountCents } : { parts: requestedPartsOf(parts) }
  return await refundOrder(deps, operator, {
    code,
    ...amount,
    reason,
    key: keyOfCaller(requestKey),
  })
}

/** The order's refunds, oldest first. Most orders have none, which is known without a query. */
export async function listRefunds(
  { refunds }: Pick<OrderDeps, 'refunds'>,
  order: Pick<Order, 'id' | 'refundedCents' | 'refundingCents'>,
): Promise<readonly Refund[]> {
  const hasAny = order.refundedCents + order.refundingCents > 0
  return hasAny ? await refunds.listByOrder(order.id) : []
}

/**
 * The next attempt at a request, for the amount that no attempt has moved yet. `known`: what was read when the request was found
 * not to be a repeat; an attempt that was written since makes the write fail.
 */
export async function checkRefund(
  deps: Pick<OrderDeps, 'orderIds' | 'orderLines' | 'refunds'>,
  operator: string,
  order: Order,
  input: RefundInput,
  known?: RequestProgress,
): Promise<Result<NewRefund, RefundFailure | IdempotencyFailure>> {
  if (!isPaid(order)) return fail({ kind: 'refund_unpaid' })
  if (order.disputedCents > 0) return fail({ kind: 'refund_disputed' })
  const { reason } = input
  const subject = { orderId: order.id, requestKey: await requestKeyOf(input) }
  const { fixed, moved, incomplete } = known ?? (await readProgress(deps, subject))
  if (fixed !== null && !isSameRequest(fixed, input)) {
    return fail({ kind: 'idempotency_key_reused' })
  }
  const price = fixed === null ? await priceOf(deps, order, input) : ok(fixed)
  if (!price.ok) return price
  const { requestedCents, parts } = price.value
  const amountCents = requestedCents - totalOf(moved)
  const leftCents = refundableCents(order)
  if (amountCents > leftCents) return fail({ kind: 'refund_too_large', leftCents })
  return ok({
    ...subject,
    id: derivedRefundId(
      deps.orderIds,
      { subjectId: order.id, requestKey: subject.requestKey },
      incomplete,
    ),
    paymentId: paymentIdOfOrder(order),
    requestedCents,
    amountCents,
    parts,
    reason,
    requestedBy: operator,
  })
}

/** `parts`: null for an amount. */
export type PricedRefund = {
  readonly requestedCents: number
  readonly parts: RefundedParts | null
}

async function priceOf(
  deps: Pick<OrderDeps, 'orderLines' | 'refunds'>,
  order: Order,
  input: RefundInput,
): Promise<Result<PricedRefund, RefundFailure>> {
  if (!('parts' in input)) return ok({ requestedCents: input.amountCents, parts: null })
  const priced = await pricePartsOf(deps, order, input.parts)
  if (!priced.ok) return priced
  return ok({ requestedCents: totalOfParts(priced.value), parts: priced.value })
}

/** What parts of the order cost, after the refunds so far. */
async function pricePartsOf(
  deps: Pick<OrderDeps, 'orderLines' | 'refunds'>,
  order: Order,
  parts: RequestedParts,
): Promise<Result<RefundedParts, RefundFailure>> {
  const [lines, refunds] = await Promise.all([listLines(deps, order), listRefunds(deps, order)])
  return priceParts(parts, { order, lines, refunds })
}

function isSameRequest(
  { requestedCents, parts, reason }: NonNullable<RequestProgress['fixed']>,
  input: RefundInput,
): boolean {
  if (reason !== input.reason) return false
  if ('parts' in input) return parts !== null && areSameParts(requestedPartsOf(parts), input.parts)
  return parts === null && requestedCents === input.amountCents
}

const readProgress = async (
  { refunds }: Pick<OrderDeps, 'refunds'>,
  { orderId, requestKey }: Pick<Refund, 'orderId' | 'requestKey'>,
): Promise<RequestProgress> => progressOf(await refunds.listByKey(orderId, requestKey))

/** The refund of an earlier request with the same key; null when there is none, or when part of it did not move. */
export async function findRepeated(
  deps: Pick<OrderDeps, 'orders' | 'refunds'>,
  order: Pick<Order, 'id' | 'code'>,
  input: RefundInput,
): Promise<Result<RefundResult, IdempotencyFailure> | null> {
  return await repeatedOf(deps, order, input, await progressOfInput(deps, order, input))
}

const progressOfInput = async (
  deps: Pick<OrderDeps, 'refunds'>,
  { id: orderId }: Pick<Order, 'id'>,
  input: RefundInput,
): Promise<RequestProgress> =>
  await readProgress(deps, { orderId, requestKey: await requestKeyOf(input) })

async function repeatedOf(
  deps: Pick<OrderDeps, 'orders'>,
  order: Pick<Order, 'code'>,
  input: RefundInput,
  { living, moved }: RequestProgress,
): Promise<Result<RefundResult, IdempotencyFailure> | null> {
  if (living === null) return null
  if (!isSameRequest(living, input)) return fail({ kind: 'idempotency_key_reused' })
  // A concurrent request may have written it after the order was read.
  return ok({ refund: living, order: await readAgain(deps, order.code), replayed: true, moved })
}

/** What became of an earlier request with this Idempotency-Key; null without a key. */
export async function findRequest(
  deps: Pick<OrderDeps, 'refunds'>,
  order: Pick<Order, 'id'>,
  key: string | null,
): Promise<RequestProgress | null> {
  if (key === null || key === '') return null
  return await readProgress(deps, { orderId: order.id, requestKey: callerKey(key) })
}

const callerPrefix = 'key:'
const callerKey = (key: string): string => `${callerPrefix}${key}`

/** The key that the caller sent with a stored request; null where none was sent. */
const keyOfCaller = (requestKey: string): string | null =>
  requestKey.startsWith(callerPrefix) ? requestKey.slice(callerPrefix.length) : null

/** The prefixes keep keys of callers apart from those made of amount and reason. */
async function requestKeyOf(input: RefundInput): Promise<string> {
  if (input.key !== null) return callerKey(input.key)
  const amount = 'parts' in input ? partsKey(input.parts) : input.amountCents
  return `same:${await sha256Hex(`${amount} ${input.reason}`)}`
}

async function sendAndRead(
  deps: RefundDeps,
  started: Refund,
  code: string,
): Promise<Result<RefundResult, RefundFailure | IdempotencyFailure>> {
  const refund = await sendRefund(deps, started)
  // The processor had another refund under the key, whose row was lost: that one counts.
  if (refund.amountCents !== started.amountCents) return fail({ kind: 'idempotency_key_reused' })
  const { moved } = await readProgress(deps, refund)
  if (!isRefundIncomplete(refund)) {
    return ok({ refund, order: await readAgain(deps, code), replayed: false, moved })
  }
  const reason = refund.failure ?? 'no reason given'
  return fail({
    kind: 'refund_refused',
    reason,
    moved,
    leftCents: refund.requestedCents - totalOf(moved),
  })
}

async function readAgain({ orders }: Pick<OrderDeps, 'orders'>, code: string): Promise<Order> {
  const order = await orders.readByCode(code)
  if (order === null) throw new Error(`order ${code} vanished`)
  return order
}
