// A dispute: a cardholder's bank takes a payment back, or makes an inquiry first.

import type { DisputeId } from '../../base/ids/dispute-id.ts'
import type { OrderId } from '../../base/ids/order-id.ts'
import type { PaymentId } from '../../base/ids/payment-id.ts'
import type { PurchaseId } from '../../base/ids/purchase-id.ts'
import {
  type DisputeStatus,
  isDisputeOpen,
  isInquiry,
  type RecordedDispute,
} from '../../payments/returns.ts'

export const releaseAdvice = 'Release the hold to go on with the order.'

export type Dispute = {
  /** The processor's id. */
  readonly id: DisputeId
  readonly paymentId: PaymentId
  readonly orderId: OrderId | null
  readonly purchaseId: PurchaseId | null
  readonly amountCents: number
  /** Amount that the bank holds. */
  readonly withdrawnCents: number
  readonly feeCents: number
  /** The processor's term, such as `product_not_received`. */
  readonly reason: string
  readonly status: DisputeStatus
  readonly evidenceDueAt: Date | null
  readonly evidenceSubmittedAt: Date | null
  /** The operator; null if it was submitted outside the service. */
  readonly evidenceBy: string | null
  readonly openedAt: Date
  readonly closedAt: Date | null
}

export type FraudWarning = {
  readonly id: string
  readonly paymentId: PaymentId
  readonly fraudType: string
  readonly isActionable: boolean
  readonly warnedAt: Date
  /** How an operator resolved it; null while unresolved. */
  readonly resolution: string | null
}

/** Converts a reason code: `product_not_received` -> `product not received`. */
export const reasonWords = (reason: string): string => reason.replaceAll('_', ' ')

/** Meaning of the status, and who acts next. */
export const disputeStatusWords: Readonly<Record<DisputeStatus, string>> = {
  warning_needs_response: 'Inquiry: awaiting response',
  warning_under_review: 'Inquiry: under review by the bank',
  warning_closed: 'Inquiry closed',
  needs_response: 'Awaiting response',
  under_review: 'Under review by the bank',
  won: 'Won',
  lost: 'Lost',
  prevented: 'Prevented',
}

export const awaitsEvidence = (status: DisputeStatus): boolean => status.endsWith('needs_response')

/** Whether the bank has reopened a dispute. */
export const isReopened = (before: DisputeStatus | null, status: DisputeStatus): boolean =>
  before !== null && !isDisputeOpen(before) && isDisputeOpen(status)

/** Returns the states of a dispute since it was last read, oldest first. */
export function stepsSince(
  before: DisputeStatus | null,
  { status }: Pick<RecordedDispute, 'status'>,
): readonly DisputeStatus[] {
  const opened: DisputeStatus = isInquiry(status) ? 'warning_needs_response' : 'needs_response'
  const steps: DisputeStatus[] = before === null ? [opened] : []
  const last = before ?? opened
  const isStep =
    !isDisputeOpen(status) || isReopened(before, status) || isInquiry(last) !== isInquiry(status)
  if (last !== status && isStep) steps.push(status)
  return steps
}

/** Returns why the order is on hold after that step, until an operator decides how to continue. */
export function holdReasonAfter(step: DisputeStatus, { reason }: { reason: string }): string {
  switch (step) {
    case 'warning_needs_response':
    case 'warning_under_review':
      return `The customer’s bank asks about the payment (${reasonWords(reason)}).`
    case 'needs_response':
    case 'under_review':
      return `The customer’s bank disputes the payment (${reasonWords(reason)}).`
    case 'won':
      return `The dispute was won. ${releaseAdvice}`
    case 'lost':
      return 'The dispute was lost. The payment is gone: cancel the order.'
    case 'warning_closed':
    case 'prevented':
      return `The bank closed its inquiry. ${releaseAdvice}`
  }
}
