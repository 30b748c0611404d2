// A refund: written before the processor is called, and settled with the processor's response.

import type { OrderId } from '../../base/ids/order-id.ts'
import type { PaymentId } from '../../base/ids/payment-id.ts'
import type { RefundId } from '../../base/ids/refund-id.ts'
import { formatDollars } from '../../pricing/dollars.ts'
import { isPaid, type ShownPayment } from '../record/payment.ts'
import { isClosed } from '../record/status.ts'

/**
 * `started`: written before the processor is called. `unknown`: no response arrived, or the refund is not completed.
 * `failed`: no money moved, or the customer's bank returned everything. `partly`: the gift card's part moved and the
 * rest did not, or the bank returned the rest.
 */
export type RefundState = 'started' | 'unknown' | 'succeeded' | 'failed' | 'partly'

/** States of a refund that may still succeed. */
export const unsettledRefunds = ['started', 'unknown'] as const satisfies readonly RefundState[]

/** Reason of a refund that was made at the card processor. Quoted in the customer's email. */
export const refundedElsewhere = 'Refunded by us at the card processor.'

/** A number of parts of a line; lines start at 1. */
export type LineParts = { readonly line: number; readonly quantity: number }

/** `of`: the number of ordered parts. */
export type PartsOfLine = LineParts & { readonly of: number }

export type RefundedLine = PartsOfLine & { readonly cents: number }

/** Refunded items by line. The postage is 0 if it is not refunded. */
export type RefundedParts = {
  readonly lines: readonly RefundedLine[]
  readonly postageCents: number
}

export type NewRefund = {
  readonly id: RefundId
  readonly orderId: OrderId
  /** null if no part of the order was paid through the card processor. */
  readonly paymentId: PaymentId | null
  /** Distinguishes a repeated request from another refund of the same order. */
  readonly requestKey: string
  /** The amount that the operator requested. */
  readonly requestedCents: number
  /** The requested amount less the amounts moved by earlier refunds under the key. */
  readonly amountCents: number
  /** Items of the request; null if it states an amount. */
  readonly parts: RefundedParts | null
  readonly reason: string
  /** The operator's email address. */
  readonly requestedBy: string
}

export type Refund = NewRefund & {
  /** The gift card's part of the amount. It moves together with the outcome, after the card's part has succeeded. */
  readonly giftCents: number
  readonly state: RefundState
  readonly processorRefundId: string | null
  /** The processor's reason; null unless failed or partly. */
  readonly failure: string | null
  /** When the bank returned it after it had succeeded; null otherwise. */
  readonly returnedAt: Date | null
  /** How an operator resolved a returned refund; null while unresolved. */
  readonly resolution: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/**
 * Splits a refund amount: first to the gift card, up to the amount that it paid and was not refunded, then to the
 * card.
 */
export function splitRefund(
  {
    web,
  }: { readonly web: { readonly giftCents: number; readonly giftRefundedCents: number } | null },
  amountCents: number,
): { readonly giftCents: number; readonly cardCents: number } {
  const left = web === null ? 0 : web.giftCents - web.giftRefundedCents
  const giftCents = Math.min(amountCents, left)
  return { giftCents, cardCents: amountCents - giftCents }
}

export type RefundSplit = ReturnType<typeof splitRefund>

type MovedRefund = Pick<Refund, 'state' | 'amountCents' | 'giftCents'>

/** Returns the amount that a refund moved and the bank did not return. An unsettled refund has moved nothing. */
export function movedSplit({ state, amountCents, giftCents }: MovedRefund): RefundSplit {
  const hasMoved = state === 'succeeded' || state === 'partly'
  return {
    giftCents: hasMoved ? giftCents : 0,
    cardCents: state === 'succeeded' ? amountCents - giftCents : 0,
  }
}

export const totalOf = ({ giftCents, cardCents }: RefundSplit): number => giftCents + cardCents

export const movedCents = (refund: MovedRefund): number => totalOf(movedSplit(refund))

/** Returns `$8.00 to the card that paid`, or `$8.00, $5.00 to the gift card and $3.00 to the card that paid`. */
export function refundTargets(parts: RefundSplit): string {
  const { giftCents, cardCents } = parts
  const amount = formatDollars(totalOf(parts))
  if (giftCents === 0) return `${amount} to the card that paid`
  if (cardCents === 0) return `${amount} to the gift card that paid`
  return `${amount}, ${formatDollars(giftCents)} to the gift card and ${formatDollars(cardCents)} to the card that paid`
}

export const isRefundSettled = ({ state }: Pick<Refund, 'state'>): boolean =>
  !unsettledRefunds.some((unsettled) => unsettled === state)

/** Whether the request can be repeated under its key, because part of it did not move. */
export const isRefundIncomplete = ({ state }: Pick<Refund, 'state'>): boolean =>
  state === 'failed' || state === 'partly'

/** Whether the customer received, or may still receive, money from this refund. */
export const isMoneyBack = ({ state }: Pick<Refund, 'state'>): boolean => state !== 'failed'

type Refundable = {
  readonly payment: ShownPayment
  readonly price: { readonly totalCents: number }
  readonly refundedCents: number
  readonly refundingCents: number
  readonly lostCents: number
}

/** Whether nothing is left to refund, including refunds in progress and lost disputes. */
export const isRefundedInFull = (order: Refundable): boolean =>
  isPaid(order) && refundableCents(order) <= 0

/**
 * Whether a cancelled or rejected order was refunded in full. Printing it requires an explicit confirmation
 * (decisions.md 48).
 */
export const isClosedAndRefunded = (order: Refundable & { readonly status: string }): boolean =>
  isClosed(order.status) && isRefundedInFull(order)

/** Returns the amount of a paid order that can still be refunded, in cents; 0 for an unpaid order. */
export function refundableCents(order: Refundable): number {
  if (!isPaid(order)) return 0
  return order.price.totalCents - order.refundedCents - order.refundingCents - order.lostCents
}
