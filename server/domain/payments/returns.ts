// Amounts withdrawn from a payment in the processor's record: refunds, disputes, and banks' fraud warnings.

import type { DisputeId } from '../base/ids/dispute-id.ts'
import type { PaymentId } from '../base/ids/payment-id.ts'
import type { RefundId } from '../base/ids/refund-id.ts'
import type { RefundOutcome } from './refund-outcome.ts'

/**
 * Statuses with the prefix `warning_` are inquiries: the bank asks but holds no money. `prevented`: it never became a
 * dispute.
 */
export const disputeStatuses = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'prevented',
] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

export type RecordedRefund = {
  readonly processorRefundId: string
  /** The service's refund id; null for a refund that was made elsewhere, such as in the processor's dashboard. */
  readonly refundId: RefundId | null
  readonly amountCents: number
  readonly outcome: RefundOutcome
}

/** A withdrawal by the bank, or its return. */
export type DisputeMovement = {
  readonly transactionId: string
  /** Positive for a withdrawal. */
  readonly cents: number
  /** Negative if it was returned. */
  readonly feeCents: number
}

export type RecordedDispute = {
  readonly id: DisputeId
  readonly amountCents: number
  /** The processor's term, such as `product_not_received`. */
  readonly reason: string
  readonly status: DisputeStatus
  readonly evidenceDueAt: Date | null
  readonly isEvidenceSubmitted: boolean
  readonly openedAt: Date
  readonly movements: readonly DisputeMovement[]
}

export type RecordedWarning = {
  readonly id: string
  readonly fraudType: string
  /** Whether the payment was neither refunded nor disputed since. */
  readonly isActionable: boolean
  readonly warnedAt: Date
}

/** Each list is sorted oldest first. */
export type PaymentReturns = {
  readonly paymentId: PaymentId
  readonly refunds: readonly RecordedRefund[]
  readonly disputes: readonly RecordedDispute[]
  readonly warnings: readonly RecordedWarning[]
}

/** A refund, dispute or warning of any payment. `state`: the outcome of a refund, or the status of a dispute. */
export type ReturnSighting = {
  readonly kind: 'refund' | 'dispute' | 'warning'
  readonly id: string
  readonly paymentId: PaymentId
  readonly state: string
}

/** The evidence for a bank; null values are omitted. */
export type DisputeEvidence = {
  readonly customerName: string | null
  readonly customerEmail: string | null
  readonly productDescription: string | null
  readonly shippingAddress: string | null
  readonly shippingCarrier: string | null
  readonly shippingNumber: string | null
  /** YYYY-MM-DD. */
  readonly shippingDate: string | null
  /** The shop's statement. */
  readonly text: string
}

export const isInquiry = (status: DisputeStatus): boolean => status.startsWith('warning_')

/** Whether the bank has not decided yet. */
export const isDisputeOpen = (status: DisputeStatus): boolean =>
  status.endsWith('needs_response') || status.endsWith('under_review')

/** Whether the dispute is an open chargeback, during which the processor refunds nothing of its payment. */
export const isChargeback = (status: DisputeStatus): boolean =>
  isDisputeOpen(status) && !isInquiry(status)
