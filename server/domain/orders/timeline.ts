// The history of an order as its customer sees it: no operators, holds, priorities and notes.

import { keysOf } from '../base/keys-of.ts'
import { isByDeadline, type OrderChange, type RefundStep } from './change.ts'
import type { DisputeStep } from './dispute-step.ts'
import type { Order } from './order.ts'
import type { PaymentStep } from './payment-step.ts'
import { isRefundIncomplete } from './refund.ts'
import type { RefundedParts } from './refund-parts.ts'
import { type OrderStatus, orderStatusLabels } from './status.ts'

/** `backward`: the farm took a step back, for example to print a part again. */
export type TimelineEntry = { readonly at: Date } & (
  | { readonly kind: 'placed' }
  | {
      readonly kind: 'status'
      readonly status: OrderStatus
      readonly backward: boolean
      /** Cancelled, because it was not paid in time. */
      readonly isOverdue?: true
    }
  | {
      readonly kind: 'refunded'
      readonly amountCents: number
      readonly parts: RefundedParts | null
    }
  /** The refund was paid out, and the bank returned it later. */
  | {
      readonly kind: 'refund_sent'
      readonly amountCents: number
      readonly parts: RefundedParts | null
    }
  /** `amountCents`: what came back; what went to a gift card stays there. */
  | { readonly kind: 'refund_returned'; readonly amountCents: number }
  | { readonly kind: 'payment'; readonly payment: PaymentStep }
  | {
      readonly kind: 'disputed' | 'dispute_won' | 'dispute_lost'
      readonly amountCents: number
    }
  | { readonly kind: 'reprinted' }
)

/** Without disputes: anyone with the link reads the page of an order. What a lost dispute took is in the order's price. */
export const isForAnyone = ({ kind }: TimelineEntry): boolean =>
  kind !== 'disputed' && kind !== 'dispute_won' && kind !== 'dispute_lost'

const steps: readonly OrderStatus[] = keysOf(orderStatusLabels)

/** Oldest first. */
export function timelineOf(
  { createdAt }: Pick<Order, 'createdAt'>,
  changes: readonly OrderChange[],
): readonly TimelineEntry[] {
  return [{ kind: 'placed', at: createdAt }, ...changes.flatMap(entriesOf)]
}

function entriesOf(change: OrderChange): TimelineEntry[] {
  const { at, from, to, refund, work, payment, dispute, reprint } = change
  if (work !== null) return []
  // The reason is for operators.
  if (reprint !== null) return [{ kind: 'reprinted', at }]
  if (payment !== null) {
    // The farm's internal steps mean nothing to a customer.
    const isTold = payment.step !== 'refused' && payment.step !== 'kept'
    return isTold ? [{ kind: 'payment', at, payment }] : []
  }
  if (dispute !== null) {
    const kind = disputeEntries[dispute.step]
    return kind === undefined ? [] : [{ kind, at, amountCents: dispute.amountCents }]
  }
  if (refund !== null) {
    const entry = refundEntry(refund)
    return entry === null ? [] : [{ at, ...entry }]
  }
  if (from === to) return []
  const backward = steps.indexOf(to) < steps.indexOf(from)
  return [
    { kind: 'status', at, status: to, backward, ...(isByDeadline(change) && { isOverdue: true }) },
  ]
}

/** Questions and reports of the bank are for operators. */
const disputeEntries: Readonly<
  Partial<Record<DisputeStep['step'], 'disputed' | 'dispute_won' | 'dispute_lost'>>
> = { needs_response: 'disputed', won: 'dispute_won', lost: 'dispute_lost' }

function refundEntry(step: RefundStep) {
  const { amountCents, giftCents, state, parts, isReturned } = step
  if (state === 'succeeded') {
    const kind = isReturned ? ('refund_sent' as const) : ('refunded' as const)
    return { kind, amountCents, parts }
  }
  if (!isRefundIncomplete(step)) return null
  if (isReturned) return { kind: 'refund_returned' as const, amountCents: amountCents - giftCents }
  return state === 'partly' ? { kind: 'refunded' as const, amountCents: giftCents, parts } : null
}
