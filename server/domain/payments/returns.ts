// What the processor's record says was taken back from a payment: refunds, disputes, and banks' fraud warnings.

import type { PaymentId } from '../base/payment-id.ts'
import type { RefundId } from '../base/refund-id.ts'
import type { RefundOutcome } from './ports.ts'

/** The `warning_` ones are inquiries: the bank asks and holds no money. `prevented`: it never became a dispute. */
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
  /** Our id; null for a refund that was made elsewhere, such as in the processor's dashboard. */
  readonly refundId: RefundId | null
  readonly amountCents: number
  readonly outcome: RefundOutcome
}

/** A withdrawal by the bank, or its return. */
export type DisputeMovement = {
  readonly transactionId: string
  /** Above 0 for a withdrawal. */
  readonly cents: number
  /** Below 0 when it was given back. */
  readonly feeCents: number
}

export type RecordedDispute = {
  readonly id: string
  readonly amountCents: number
  /** The processor's word, such as `product_not_received`. */
  readonly reason: string
  readonly status: DisputeStatus
  readonly evidenceDueAt: Date | null
  readonly evidenceSubmitted: boolean
  readonly openedAt: Date
  readonly movements: readonly DisputeMovement[]
}

export type RecordedWarning = {
  readonly id: string
  readonly fraudType: string
  /** Whether the payment was neither refunded nor disputed since. */
  readonly actionable: boolean
  readonly warnedAt: Date
}

/** Each list oldest first. */
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

/** The evidence that a bank reads; null values are left out. */
export type DisputeEvidence = {
  readonly customerName: string | null
  readonly customerEmail: string | null
  readonly productDescription: string | null
  readonly shippingAddress: string | null
  readonly shippingCarrier: string | null
  readonly shippingNumber: string | null
  /** YYYY-MM-DD. */
  readonly shippingDate: string | null
  /** The shop's own words. */
  readonly text: string
}

export const isInquiry = (status: DisputeStatus): boolean => status.startsWith('warning_')

/** Whether the bank has yet to decide. */
export const isDisputeOpen = (status: DisputeStatus): boolean =>
  status.endsWith('needs_response') || status.endsWith('under_review')

/** While a chargeback is open, the processor refunds nothing of its payment. */
export const isChargeback = (status: DisputeStatus): boolean =>
  isDisputeOpen(status) && !isInquiry(status)
