// Ports for refunds, disputes and fraud warnings that the processor reports.

import type { DisputeId } from '../../base/ids/dispute-id.ts'
import type { OrderId } from '../../base/ids/order-id.ts'
import type { PaymentId } from '../../base/ids/payment-id.ts'
import type { PurchaseId } from '../../base/ids/purchase-id.ts'
import type { RefundId } from '../../base/ids/refund-id.ts'
import type { Result } from '../../base/result.ts'
import type { RefundOutcome } from '../../payments/refund-outcome.ts'
import type { PaymentReturns, ReturnSighting } from '../../payments/returns.ts'
import type { Dispute, FraudWarning } from './dispute.ts'
import type { DisputeStep } from './dispute-step.ts'
import type { FirstNote } from './first-note.ts'

/** A payment whose record must be read. `asOf` identifies the request. */
export type PaymentReview = { readonly paymentId: PaymentId; readonly asOf: string }

/** A finding of a review, for logs and metrics. */
export type PaymentFinding =
  | {
      readonly kind: 'refund'
      /** The service's id for a refund of an order, the processor's for one of a purchase. */
      readonly id: string
      readonly amountCents: number
      readonly of: 'order' | 'purchase'
    }
  | {
      readonly kind: 'dispute'
      readonly id: DisputeId
      readonly step: DisputeStep['step']
      readonly amountCents: number
    }
  | { readonly kind: 'warning'; readonly id: string; readonly fraudType: string }

export type ReviewOutcome = {
  /** What the payment pays for; null if it is not in the database. */
  readonly subject: 'order' | 'purchase' | 'unmatched' | null
  /** False while an unsettled refund, here or at the processor, blocks the review. */
  readonly isComplete: boolean
  /** Known refunds with an outcome in the processor's record. */
  readonly outcomes: readonly { readonly refundId: RefundId; readonly outcome: RefundOutcome }[]
  readonly findings: readonly PaymentFinding[]
}

/** `refundedCents`: as reported by the processor, if it did. */
export type PaymentReviewRequest = {
  readonly paymentId: PaymentId
  readonly refundedCents: number | null
}

/** How far back payments are searched, and the delay until the next search. */
export type ReviewSearchRules = {
  readonly hours: number
  readonly pauseMinutes: number
}

export type PaymentReviews = {
  /**
   * Requests a review. Returns null if none is needed: `refundedCents` (null = unknown) does not exceed the known
   * refunds.
   */
  readonly request: (payment: PaymentReviewRequest) => Promise<PaymentReview | null>
  /** Requests reviews for listed entries that differ from the database, and hourly for payments with open disputes. */
  readonly requestSeen: (seen: readonly ReturnSighting[]) => Promise<number>
  /** Returns requested reviews of known payments, at growing intervals. Each is leased to the caller. */
  readonly claim: (limit: number) => Promise<readonly PaymentReview[]>
  /** Ends a review, unless another one was requested in the meantime. */
  readonly finish: (review: PaymentReview) => Promise<void>
  /**
   * Returns a value that changes with every database change of the payment's disputes. Read it before the processor's
   * record.
   */
  readonly revisionOf: (paymentId: PaymentId) => Promise<string>
  /**
   * Writes the data of the processor's record that the database lacks, in one transaction. A refund made elsewhere is
   * added to the order with the id from `refundIdOf`; a dispute is written with its movements; the order is held.
   * Idempotent. Returns `outdated` and applies nothing if a dispute has changed since `revision`, because the record
   * may be older than the database.
   */
  readonly apply: (
    returns: PaymentReturns,
    applying: {
      readonly revision: string
      readonly refundIdOf: (orderId: OrderId, processorRefundId: string) => RefundId
    },
  ) => Promise<ReviewOutcome | 'outdated'>
  /** Returns the next search of the processor's lists, leased to the caller; null if none is due. */
  readonly claimSearch: (rules: ReviewSearchRules) => Promise<{ readonly since: Date } | null>
  readonly finishSearch: () => Promise<void>
}

export type SentMail = {
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly body: string
  readonly at: Date
  readonly sentAt: Date | null
}

/** `code`: code of the order that was paid; null for a gift card, credits or nothing. */
export type ListedWarning = FraudWarning & { readonly code: string | null }

/** The operator who responded to a dispute. */
export type EvidenceNote = {
  readonly disputeId: DisputeId
  readonly orderId: OrderId | null
  readonly by: string
}

export type Disputes = {
  /** Returns the newest first. */
  readonly ofOrder: (orderId: OrderId) => Promise<readonly Dispute[]>
  readonly ofPurchase: (purchaseId: PurchaseId) => Promise<readonly Dispute[]>
  readonly read: (id: DisputeId) => Promise<Dispute | null>
  /** Returns open disputes first, by due date; then the others, latest change first. */
  readonly list: (limit: number) => Promise<readonly (Dispute & { readonly code: string | null })[]>
  /** Returns emails about the order, oldest first. */
  readonly mailsOf: (orderId: OrderId) => Promise<readonly SentMail[]>
  /** Records who responded to a dispute, with a line in the order's history. */
  readonly noteEvidence: (answer: EvidenceNote) => Promise<void>
  /** Returns unresolved warnings, oldest first. */
  readonly openWarnings: (limit: number) => Promise<readonly ListedWarning[]>
  readonly warningsOf: (orderId: OrderId) => Promise<readonly FraudWarning[]>
  readonly readWarning: (id: string) => Promise<ListedWarning | null>
  /**
   * Records how an operator resolved a warning. The first record is final, and another note is refused. Returns null if there is
   * no such warning.
   */
  readonly resolveWarning: (request: {
    readonly id: string
    readonly by: string
    readonly note: string
  }) => Promise<Result<
    ListedWarning,
    FirstNote & { readonly kind: 'fraud_warning_resolved' }
  > | null>
}
