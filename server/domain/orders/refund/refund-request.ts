// A refund request, its key and its progress. Each attempt is a separate refund under the request's key, for the amount
// that earlier attempts have not moved, so that a request never refunds more than its amount.
import { sha256Hex } from '../../base/hash.ts'
import type { OrderDeps } from '../ports.ts'
import type { Order } from '../record/order.ts'
import {
  isRefundIncomplete,
  isRefundSettled,
  movedSplit,
  type Refund,
  type RefundedParts,
  type RefundSplit,
  totalOf,
} from '../reversals/refund.ts'
import {
  areSameParts,
  partsKey,
  type RequestedParts,
  requestedPartsOf,
} from '../reversals/refund-parts.ts'

type RequestFacts = {
  /** One line, 1 to 200 characters. Quoted in the customer's email. */
  readonly reason: string
  /** Identifies a repeated request; null: the same amount or parts with the same reason are a repeat. */
  readonly key: string | null
}

/** `amountCents`: a whole number of cents above 0. */
export type AmountRefund = RequestFacts & { readonly amountCents: number }

/** A refund of parts; the amount is their price. */
export type PartsRefund = RequestFacts & { readonly parts: RequestedParts }

export type RefundInput = AmountRefund | PartsRefund

/** `parts`: null for an amount. */
export type PricedRefund = {
  readonly requestedCents: number
  readonly parts: RefundedParts | null
}

export type RequestProgress = {
  /** The attempt that has succeeded or may still succeed; null if there is none. */
  readonly currentAttempt: Refund | null
  /** Items of the request; null while they can still change, because nothing has moved. */
  readonly fixedRequest: Pick<Refund, 'requestedCents' | 'parts' | 'reason'> | null
  readonly movedSoFar: RefundSplit
  /** Number of attempts that ended without moving their full amount. */
  readonly incompleteAttempts: number
}

/** Returns the progress. `attempts`: oldest first. */
export function progressOf(attempts: readonly Refund[]): RequestProgress {
  const currentAttempt = attempts.find((refund) => !isRefundIncomplete(refund)) ?? null
  const partly = attempts.find(({ state }) => state === 'partly') ?? null
  return {
    currentAttempt,
    fixedRequest: currentAttempt ?? partly,
    movedSoFar: sumOf(attempts.map(movedSplit)),
    incompleteAttempts: attempts.filter(isRefundIncomplete).length,
  }
}

/** Returns the amount of the order that its attempts have moved or reserved. */
export function takenCents({ currentAttempt, movedSoFar }: RequestProgress): number {
  const reserved =
    currentAttempt === null || isRefundSettled(currentAttempt) ? 0 : currentAttempt.amountCents
  return totalOf(movedSoFar) + reserved
}

const sumOf = (parts: readonly RefundSplit[]): RefundSplit => ({
  giftCents: parts.reduce((sum, { giftCents }) => sum + giftCents, 0),
  cardCents: parts.reduce((sum, { cardCents }) => sum + cardCents, 0),
})

/** Whether the input has the items and the reason of the stored request. */
export function isSameRequest(
  { requestedCents, parts, reason }: NonNullable<RequestProgress['fixedRequest']>,
  input: RefundInput,
): boolean {
  if (reason !== input.reason) return false
  if ('parts' in input) return parts !== null && areSameParts(requestedPartsOf(parts), input.parts)
  return parts === null && requestedCents === input.amountCents
}

/** Reads the progress of the request under a stored key. */
export const readProgress = async (
  { refunds }: Pick<OrderDeps, 'refunds'>,
  { orderId, requestKey }: Pick<Refund, 'orderId' | 'requestKey'>,
): Promise<RequestProgress> => progressOf(await refunds.listByKey(orderId, requestKey))

export const progressOfInput = async (
  deps: Pick<OrderDeps, 'refunds'>,
  { id: orderId }: Pick<Order, 'id'>,
  input: RefundInput,
): Promise<RequestProgress> =>
  await readProgress(deps, { orderId, requestKey: await requestKeyOf(input) })

/** Returns the outcome of an earlier request with this Idempotency-Key; null without a key. */
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

/** Returns the caller's key of a stored request; null if none was sent. */
export const keyOfCaller = (requestKey: string): string | null =>
  requestKey.startsWith(callerPrefix) ? requestKey.slice(callerPrefix.length) : null

/** The prefixes separate callers' keys from keys derived from amount and reason. */
export async function requestKeyOf(input: RefundInput): Promise<string> {
  if (input.key !== null) return callerKey(input.key)
  const amount = 'parts' in input ? partsKey(input.parts) : input.amountCents
  return `same:${await sha256Hex(`${amount} ${input.reason}`)}`
}
