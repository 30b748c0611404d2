// The history of an order for its customer: without operators, holds, priorities and notes.

import { keysOf } from '../../base/keys-of.ts'
import type { Order } from '../record/order.ts'
import { type OrderStatus, orderStatusLabels } from '../record/status.ts'
import type { DisputeStep } from '../reversals/dispute-step.ts'
import type { PaymentStep } from '../reversals/payment-step.ts'
import { isRefundIncomplete, type RefundedParts } from '../reversals/refund.ts'
import { isByDeadline, type OrderChange, type RefundStep } from './change.ts'

/** `backward`: the farm moved the order back, for example to reprint a part. */
export type TimelineEntry = { readonly at: Date } & (
  | { readonly kind: 'placed' }
  | {
      readonly kind: 'status'
      readonly status: OrderStatus
      readonly isBackward: boolean
      /** Set if it was cancelled because it was not paid in time. */
      readonly isOverdue?: true
    }
  | {
      readonly kind: 'refunded'
      readonly amountCents: number
      readonly parts: RefundedParts | null
    }
  /** The refund was paid out, but the bank returned it later. */
  | {
      readonly kind: 'refund_sent'
      readonly amountCents: number
      readonly parts: RefundedParts | null
    }
  /** `amountCents`: the returned amount, without the part that stays on the gift card. */
  | { readonly kind: 'refund_returned'; readonly amountCents: number }
  | { readonly kind: 'payment'; readonly payment: PaymentStep }
  | {
      readonly kind: 'disputed' | 'dispute_won' | 'dispute_lost'
      readonly amountCents: number
    }
  | { readonly kind: 'reprinted' }
)

/**
 * Whether the entry can be shown on the public order page. Disputes are excluded; the order's price includes the loss
 * of a lost dispute.
 */
export const isForAnyone = ({ kind }: TimelineEntry): boolean =>
  kind !== 'disputed' && kind !== 'dispute_won' && kind !== 'dispute_lost'

const steps: readonly OrderStatus[] = keysOf(orderStatusLabels)

/** Returns the entries, oldest first. */
export function timelineOf(
  { createdAt }: Pick<Order, 'createdAt'>,
  changes: readonly OrderChange[],
): readonly TimelineEntry[] {
  return [{ kind: 'placed', at: createdAt }, ...changes.flatMap(entriesOf)]
}

function entriesOf(change: OrderChange): TimelineEntry[] {
  const { at, from, to, refund, work, payment, dispute, reprint } = change
  if (work !== null) return []
  // The reason is for operators only.
  if (reprint !== null) return [{ kind: 'reprinted', at }]
  if (payment !== null) {
    // The farm's internal steps are meaningless to a customer.
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
    {
      kind: 'status',
      at,
      status: to,
      isBackward: backward,
      ...(isByDeadline(change) && { isOverdue: true }),
    },
  ]
}

/** Inquiries and fraud reports of the bank are for operators only. */
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
