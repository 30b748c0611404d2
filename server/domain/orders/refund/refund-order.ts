// Refunds a paid order in full or in part, for operators (decisions.md 27). As for charges, the processor is called
// between two commits: 1. the refund is written; 2. the processor is called; 3. the outcome is written, together with
// the customer's email.

import { mustExist } from '../../base/must-exist.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { retryUntilWritten } from '../../base/retry-until-written.ts'
import type { IdempotencyFailure } from '../../idempotency/failure.ts'
import { checkIdempotencyKey } from '../../idempotency/key.ts'
import { derivedRefundId } from '../../payments/refund-id.ts'
import { changedSince } from '../changed-since.ts'
import type { RefundDeps } from '../deps.ts'
import type { OrderFailure, RefundFailure, StatusFailure } from '../failure.ts'
import { findOrder } from '../find-order.ts'
import type { OrderDeps } from '../ports.ts'
import type { Order } from '../record/order.ts'
import { listLines } from '../record/order-lines.ts'
import { isPaid, paymentIdOfOrder } from '../record/payment.ts'
import {
  isRefundIncomplete,
  type NewRefund,
  type Refund,
  type RefundedParts,
  type RefundSplit,
  refundableCents,
  totalOf,
} from '../reversals/refund.ts'
import {
  priceParts,
  type RequestedParts,
  requestedPartsOf,
  totalOfParts,
} from '../reversals/refund-parts.ts'
import {
  isSameRequest,
  keyOfCaller,
  type PricedRefund,
  progressOfInput,
  type RefundInput,
  type RequestProgress,
  readProgress,
  requestKeyOf,
} from './refund-request.ts'
import { sendRefund } from './settle-refund.ts'

export type RefundResult = {
  readonly refund: Refund
  /** The order after the refund. */
  readonly order: Order
  /** Whether an earlier request with this key made the refund. */
  readonly replayed: boolean
  /** Amount that the request has refunded over all its attempts. */
  readonly moved: RefundSplit
}

export type RefundRefusal = OrderFailure | StatusFailure | RefundFailure | IdempotencyFailure

/**
 * Refunds an order. A refund with an unknown outcome is returned as `unknown`; the worker settles it from the
 * processor's record.
 */
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
  const checked = await checkRefund(deps, operator, { order, input, progress })
  if (!checked.ok) return checked
  // The price of parts depends on the earlier refunds, which the version identifies.
  const seen = version ?? ('parts' in input ? order.version : undefined)
  const request = seen === undefined ? checked.value : { ...checked.value, version: seen }
  const started = await deps.refunds.start(request)
  if (started === null) return null
  deps.log.info('refund.started', { code: order.code, refundId: started.refund.id, by: operator })
  return await sendAndRead(deps, started.refund, order.code)
}

/** Repeats the request of a failed or partial refund under its key. */
export async function repeatRefund(
  deps: RefundDeps,
  operator: string,
  { code, refundId }: { readonly code: string; readonly refundId: string },
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

/** Returns the order's refunds, oldest first. Skips the query for orders without refunds. */
export async function listRefunds(
  { refunds }: Pick<OrderDeps, 'refunds'>,
  order: Pick<Order, 'id' | 'refundedCents' | 'refundingCents'>,
): Promise<readonly Refund[]> {
  const hasAny = order.refundedCents + order.refundingCents > 0
  return hasAny ? await refunds.listByOrder(order.id) : []
}

/** Returns the next attempt of a request for the amount that no attempt has moved. */
export async function checkRefund(
  deps: Pick<OrderDeps, 'orderIds' | 'orderLines' | 'refunds'>,
  operator: string,
  {
    order,
    input,
    progress: known,
  }: {
    readonly order: Order
    readonly input: RefundInput
    /** Data read when the request was found not to be a repeat; a concurrent attempt makes the write fail. */
    readonly progress?: RequestProgress
  },
): Promise<Result<NewRefund, RefundFailure | IdempotencyFailure>> {
  if (!isPaid(order)) return fail({ kind: 'refund_unpaid' })
  if (order.disputedCents > 0) return fail({ kind: 'refund_disputed' })
  const { reason } = input
  const subject = { orderId: order.id, requestKey: await requestKeyOf(input) }
  const { fixedRequest, movedSoFar, incompleteAttempts } =
    known ?? (await readProgress(deps, subject))
  if (fixedRequest !== null && !isSameRequest(fixedRequest, input)) {
    return fail({ kind: 'idempotency_key_reused' })
  }
  const price = fixedRequest === null ? await priceOf(deps, order, input) : ok(fixedRequest)
  if (!price.ok) return price
  const { requestedCents, parts } = price.value
  const amountCents = requestedCents - totalOf(movedSoFar)
  const leftCents = refundableCents(order)
  if (amountCents > leftCents) return fail({ kind: 'refund_too_large', leftCents })
  return ok({
    ...subject,
    id: derivedRefundId(
      deps.orderIds,
      { subjectId: order.id, requestKey: subject.requestKey },
      incompleteAttempts,
    ),
    paymentId: paymentIdOfOrder(order),
    requestedCents,
    amountCents,
    parts,
    reason,
    requestedBy: operator,
  })
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

/** Returns the prices of the order's parts after the refunds so far. */
async function pricePartsOf(
  deps: Pick<OrderDeps, 'orderLines' | 'refunds'>,
  order: Order,
  parts: RequestedParts,
): Promise<Result<RefundedParts, RefundFailure>> {
  const [lines, refunds] = await Promise.all([listLines(deps, order), listRefunds(deps, order)])
  return priceParts(parts, { order, lines, refunds })
}

/** Returns the refund of an earlier request with the same key; null if there is none, or if part of it did not move. */
export async function findRepeated(
  deps: Pick<OrderDeps, 'orders' | 'refunds'>,
  order: Pick<Order, 'id' | 'code'>,
  input: RefundInput,
): Promise<Result<RefundResult, IdempotencyFailure> | null> {
  return await repeatedOf(deps, order, input, await progressOfInput(deps, order, input))
}

async function repeatedOf(
  deps: Pick<OrderDeps, 'orders'>,
  order: Pick<Order, 'code'>,
  input: RefundInput,
  { currentAttempt, movedSoFar: moved }: RequestProgress,
): Promise<Result<RefundResult, IdempotencyFailure> | null> {
  if (currentAttempt === null) return null
  if (!isSameRequest(currentAttempt, input)) return fail({ kind: 'idempotency_key_reused' })
  // A concurrent request may have written it after the order was read.
  return ok({
    refund: currentAttempt,
    order: await readAgain(deps, order.code),
    replayed: true,
    moved,
  })
}

async function sendAndRead(
  deps: RefundDeps,
  started: Refund,
  code: string,
): Promise<Result<RefundResult, RefundFailure | IdempotencyFailure>> {
  const refund = await sendRefund(deps, started)
  // The processor had another refund under the key whose row was lost. That refund applies.
  if (refund.amountCents !== started.amountCents) return fail({ kind: 'idempotency_key_reused' })
  const { movedSoFar: moved } = await readProgress(deps, refund)
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
  return mustExist(await orders.readByCode(code), `order ${code}`)
}
