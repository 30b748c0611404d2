// A refund: written before the processor is called, and settled by the processor's response.
import { formatDollars } from '../pricing/dollars.ts'
import { isClosed } from './status.ts'

/**
 * `started`: written before the processor is called. `unknown`: no response arrived, or the refund is not completed. `failed`: no
 * money moved, or the customer's bank returned it.
 */
export type RefundState = 'started' | 'unknown' | 'succeeded' | 'failed'

export type NewRefund = {
  readonly id: string
  readonly orderId: string
  /** Null when nothing of it was paid over the card processor. */
  readonly paymentId: string | null
  /** Distinguishes a repeated request from another refund of the same order. */
  readonly requestKey: string
  readonly amountCents: number
  readonly reason: string
  /** The operator's email. */
  readonly requestedBy: string
}

export type Refund = NewRefund & {
  /** Of the amount, what went back to the order's gift card when the refund was written. */
  readonly giftCents: number
  readonly state: RefundState
  readonly processorRefundId: string | null
  /** The processor's reason; null unless failed. */
  readonly failure: string | null
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

/** `$8.00 to the card that paid`, or `$8.00, $5.00 to the gift card and $3.00 to the card that paid`. */
export function refundTargets({ giftCents, cardCents }: ReturnType<typeof splitRefund>): string {
  const amount = formatDollars(giftCents + cardCents)
  if (giftCents === 0) return `${amount} to the card that paid`
  if (cardCents === 0) return `${amount} to the gift card that paid`
  return `${amount}, ${formatDollars(giftCents)} to the gift card and ${formatDollars(cardCents)} to the card that paid`
}

export const isRefundSettled = ({ state }: Pick<Refund, 'state'>): boolean =>
  state === 'succeeded' || state === 'failed'

/** A cancelled or rejected order whose payment went back in full: to print it needs a word of its own (decisions.md 48). */
export const isClosedAndRefunded = (
  order: Parameters<typeof refundableCents>[0] & { readonly status: string },
): boolean => order.paid && isClosed(order.status) && refundableCents(order) <= 0

/** The amount of a paid order that can still be refunded, in cents; 0 for an unpaid order. */
export function refundableCents(order: {
  readonly paid: boolean
  readonly price: { readonly totalCents: number }
  readonly refundedCents: number
  readonly refundingCents: number
}): number {
  if (!order.paid) return 0
  return order.price.totalCents - order.refundedCents - order.refundingCents
}
