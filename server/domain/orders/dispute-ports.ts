// Ports for refunds, disputes and fraud warnings that the processor reports.

import type { OrderId } from '../base/order-id.ts'
import type { PaymentId } from '../base/payment-id.ts'
import type { PurchaseId } from '../base/purchase-id.ts'
import type { RefundId } from '../base/refund-id.ts'
import type { RefundOutcome } from '../payments/ports.ts'
import type { PaymentReturns, ReturnSighting } from '../payments/returns.ts'
import type { Dispute, FraudWarning } from './dispute.ts'
import type { DisputeStep } from './dispute-step.ts'

/** A payment whose record must be read. `asOf`: identifies the request. */
export type PaymentReview = { readonly paymentId: PaymentId; readonly asOf: string }

/** Something that a review found, for log and metrics. */
export type Finding =
  | {
      readonly kind: 'refund'
      readonly id: string
      readonly amountCents: number
      readonly of: 'order' | 'purchase'
    }
  | {
      readonly kind: 'dispute'
      readonly id: string
      readonly step: DisputeStep['step']
      readonly amountCents: number
    }
  | { readonly kind: 'warning'; readonly id: string; readonly fraudType: string }

export type ReviewOutcome = {
  /** What the payment pays for; null when that is not in the database. */
  readonly subject: 'order' | 'purchase' | 'unmatched' | null
  /** False while a refund that is not settled, here or at the processor, has to be waited for. */
  readonly isComplete: boolean
  /** Refunds that are known here and whose outcome is in the processor's record. */
  readonly outcomes: readonly { readonly refundId: RefundId; readonly outcome: RefundOutcome }[]
  readonly findings: readonly Finding[]
}

/** `refundedCents`: as the processor reported it, if it did. */
export type PaymentReviewRequest = {
  readonly paymentId: PaymentId
  readonly refundedCents: number | null
}

/** How far back payments are searched, and how long the next search waits. */
export type ReviewSearchRules = {
  readonly hours: number
  readonly pauseMinutes: number
}

export type PaymentReviews = {
  /**
   * Requests a review. Null when none is needed: `refundedCents` (null = unknown) is not more than the refunds that are known here.
   */
  readonly request: (payment: PaymentReviewRequest) => Promise<PaymentReview | null>
  /** Requests reviews for the entries of a listing that differ from what is known here and, hourly, for payments with open disputes. */
  readonly requestSeen: (seen: readonly ReturnSighting[]) => Promise<number>
  /** Requested reviews of payments that are known here, at growing intervals. Each is leased to the caller. */
  readonly claim: (limit: number) => Promise<readonly PaymentReview[]>
  /** Ends a review, unless another one was requested in the meantime. */
  readonly finish: (review: PaymentReview) => Promise<void>
  /** Changes with every change of the payment's disputes in the database. Read before the processor's record. */
  readonly revisionOf: (paymentId: PaymentId) => Promise<string>
  /**
   * Writes, in one transaction, what the processor's record has and the database does not. A refund that was made elsewhere becomes one of
   * the order's, with the id that `refundIdOf` gives it; a dispute is written with what it moves; the order is held. Repeats change
   * nothing. `outdated`, and nothing is applied, when a dispute has changed since `revision`: the record may be older than the database.
   */
  readonly apply: (
    returns: PaymentReturns,
    applying: {
      readonly revision: string
      readonly refundIdOf: (orderId: OrderId, processorRefundId: string) => RefundId
    },
  ) => Promise<ReviewOutcome | 'outdated'>
  /** The next search of the processor's lists, leased to the caller; null when none is due. */
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

/** `code`: of the order that the payment paid; null for a gift card, credits or nothing. */
export type ListedWarning = FraudWarning & { readonly code: string | null }

/** The operator who answered a dispute. */
export type EvidenceNote = {
  readonly disputeId: string
  readonly orderId: OrderId | null
  readonly by: string
}

export type Disputes = {
  /** Newest first. */
  readonly ofOrder: (orderId: OrderId) => Promise<readonly Dispute[]>
  readonly ofPurchase: (purchaseId: PurchaseId) => Promise<readonly Dispute[]>
  readonly read: (id: string) => Promise<Dispute | null>
  /** Open ones first, by their due date; then the others, the latest change first. */
  readonly list: (limit: number) => Promise<readonly (Dispute & { readonly code: string | null })[]>
  /** Mails about the order, oldest first. */
  readonly mailsOf: (orderId: OrderId) => Promise<readonly SentMail[]>
  /** Notes who answered a dispute, with a line in the order's history. */
  readonly noteEvidence: (answer: EvidenceNote) => Promise<void>
  /** Those that no operator has dealt with, the oldest first. */
  readonly openWarnings: (limit: number) => Promise<readonly ListedWarning[]>
  readonly warningsOf: (orderId: OrderId) => Promise<readonly FraudWarning[]>
  readonly readWarning: (id: string) => Promise<ListedWarning | null>
  /** Notes how an operator dealt with a warning, once. Null when there is none with this id. */
  readonly resolveWarning: (request: {
    readonly id: string
    readonly by: string
    readonly note: string
  }) => Promise<ListedWarning | null>
}
