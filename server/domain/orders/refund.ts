// A refund: written before the processor is called, and settled by the processor's response.

import type { OrderId } from '../base/order-id.ts'
import type { PaymentId } from '../base/payment-id.ts'
import type { RefundId } from '../base/refund-id.ts'
import { formatDollars } from '../pricing/dollars.ts'
import { isPaid, type ShownPayment } from './payment.ts'
import type { RefundedParts } from './refund-parts.ts'
import { isClosed } from './status.ts'

/**
 * `started`: written before the processor is called. `unknown`: no response arrived, or the refund is not completed. `failed`: no
 * money moved, or the customer's bank returned all of it. `partly`: the gift card's part moved and the rest did not, or the bank
 * returned the rest.
 */
export type RefundState = 'started' | 'unknown' | 'succeeded' | 'failed' | 'partly'

/** States of a refund that may still succeed. */
export const unsettledRefunds = ['started', 'unknown'] as const satisfies readonly RefundState[]

/** Reason of a refund that was made at the card processor; quoted in the customer's mail. */
export const refundedElsewhere = 'Refunded by us at the card processor.'

export type NewRefund = {
  readonly id: RefundId
  readonly orderId: OrderId
  /** Null when no part of the order was paid through the card processor. */
  readonly paymentId: PaymentId | null
  /** Distinguishes a repeated request from another refund of the same order. */
  readonly requestKey: string
  /** The amount that the operator requested. */
  readonly requestedCents: number
  /** The requested amount less what earlier refunds under the key have moved. */
  readonly amountCents: number
  /** What the request is for; null where it names an amount. */
  readonly parts: RefundedParts | null
  readonly reason: string
  /** The operator's email. */
  readonly requestedBy: string
}

export type Refund = NewRefund & {
  /** The gift card's part of the amount. It moves with the outcome, once the card's part has succeeded. */
  readonly giftCents: number
  readonly state: RefundState
  readonly processorRefundId: string | null
  /** The processor's reason; null unless failed or partly. */
  readonly failure: string | null
  /** When the bank returned it after it had succeeded; null for any other. */
  readonly returnedAt: Date | null
  /** How an operator dealt with a returned refund; null while none has. */
  readonly resolution: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Where a refund of that amount goes: to the gift card first, up to what it paid and has not got back, then to the card. */
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

/** What a refund moved and the bank did not return. Until it is settled, nothing counts as moved. */
export function movedSplit({ state, amountCents, giftCents }: MovedRefund): RefundSplit {
  const hasMoved = state === 'succeeded' || state === 'partly'
  return {
    giftCents: hasMoved ? giftCents : 0,
    cardCents: state === 'succeeded' ? amountCents - giftCents : 0,
  }
}

export const totalOf = ({ giftCents, cardCents }: RefundSplit): number => giftCents + cardCents

export const movedCents = (refund: MovedRefund): number => totalOf(movedSplit(refund))

/** `$8.00 to the card that paid`, or `$8.00, $5.00 to the gift card and $3.00 to the card that paid`. */
export function refundTargets(parts: RefundSplit): string {
  const { giftCents, cardCents } = parts
  const amount = formatDollars(totalOf(parts))
  if (giftCents === 0) return `${amount} to the card that paid`
  if (cardCents === 0) return `${amount} to the gift card that paid`
  return `${amount}, ${formatDollars(giftCents)} to the gift card and ${formatDollars(cardCents)} to the card that paid`
}

export const isRefundSettled = ({ state }: Pick<Refund, 'state'>): boolean =>
  !unsettledRefunds.some((unsettled) => unsettled === state)

/** Whether the request may be repeated under its key, because part of it did not move. */
export const isRefundIncomplete = ({ state }: Pick<Refund, 'state'>): boolean =>
  state === 'failed' || state === 'partly'

/** Whether the customer has, or may still get, money from this refund. */
export const isMoneyBack = ({ state }: Pick<Refund, 'state'>): boolean => state !== 'failed'

type Refundable = {
  readonly payment: ShownPayment
  readonly price: { readonly totalCents: number }
  readonly refundedCents: number
  readonly refundingCents: number
  readonly lostCents: number
}

/** Counts refunds that are under way, and lost disputes. */
export const isRefundedInFull = (order: Refundable): boolean =>
  isPaid(order) && refundableCents(order) <= 0

/** A cancelled or rejected order whose payment went back in full: printing it needs an explicit confirmation (decisions.md 48). */
export const isClosedAndRefunded = (order: Refundable & { readonly status: string }): boolean =>
  isClosed(order.status) && isRefundedInFull(order)

/** The amount of a paid order that can still be refunded, in cents; 0 for an unpaid order. */
export function refundableCents(order: Refundable): number {
  if (!isPaid(order)) return 0
  return order.price.totalCents - order.refundedCents - order.refundingCents - order.lostCents
}
