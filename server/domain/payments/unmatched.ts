// Payments without an order or purchase, because it is not in the database (for example after a failover or a restore
// to an earlier time), or because it cannot use the payment.

import type { PaymentId } from '../base/ids/payment-id.ts'
import type { RefundId } from '../base/ids/refund-id.ts'
import type { MarkedPayment } from './ports.ts'
import type { RefundOutcome } from './refund-outcome.ts'

/**
 * `found`: waits for an automatic refund or an operator. `claimed`: a refund will be made, unless the order reappears
 * before. `refunding`: the processor was called, the outcome is unknown. `failed`: it refused the refund; an operator
 * must decide. `kept`: an operator decided not to refund. `returned`: the order or purchase is in the database again.
 */
export const unmatchedStates = [
  'found',
  'claimed',
  'refunding',
  'refunded',
  'failed',
  'kept',
  'returned',
] as const
export type UnmatchedState = (typeof unmatchedStates)[number]

/** A refund is due or under way. */
export const returningStates = ['claimed', 'refunding'] as const satisfies readonly UnmatchedState[]
/** A refund is due, under way or made. */
export const returnedStates = [...returningStates, 'refunded'] as const

/**
 * `missing`: the order or purchase is not in the database. `duplicate`: another payment paid it. `closed`: the order
 * was cancelled or rejected unpaid. `wrong_amount`: it has a different price.
 */
export const unmatchedCauses = ['missing', 'duplicate', 'closed', 'wrong_amount'] as const
export type UnmatchedCause = (typeof unmatchedCauses)[number]

/** What a payment pays for. */
export const paymentSubjects = ['order', 'purchase'] as const
export type PaymentSubject = (typeof paymentSubjects)[number]

/** A payment whose order or purchase is in the database but cannot use it. */
export type UnusablePayment = {
  readonly paymentId: PaymentId
  readonly amountCents: number
  readonly cause: Exclude<UnmatchedCause, 'missing'>
  /** `code`: null for a purchase. */
  readonly subject: {
    readonly kind: PaymentSubject
    readonly id: string
    readonly code: string | null
  }
}

export type UnmatchedPayment = {
  readonly paymentId: PaymentId
  readonly cause: UnmatchedCause
  readonly subject: PaymentSubject
  /** The order's code as stated in the payment; null for a purchase. */
  readonly orderCode: string | null
  readonly amountCents: number
  /** By the processor's clock. For a payment known only from its event: when the event arrived. */
  readonly paidAt: Date
  readonly foundAt: Date
  /** Whether it has this deployment's marker. Only marked payments are refunded without an operator. */
  readonly marked: boolean
  readonly state: UnmatchedState
  readonly automatic: boolean
  /** The operator who decided; null without a decision. */
  readonly decidedBy: string | null
  readonly reason: string | null
  /** The processor's reason for a refund that failed. */
  readonly failure: string | null
  readonly refundAttempts: number
  readonly updatedAt: Date
}

/**
 * Whether no action is pending: an operator kept it, it was refunded, or its refund was refused and awaits an
 * operator.
 */
export const isDecided = ({ state }: Pick<UnmatchedPayment, 'state'>): boolean =>
  state === 'kept' || state === 'refunded' || state === 'failed'

/** `after`: where the search continues; null at its start. `since`: time of the oldest payments to read. */
export type SearchStep = {
  readonly list: { readonly since: Date; readonly after: string | null } | null
}

/**
 * `after`: the payment after which the next page begins; null for the start. `isComplete`: whether the last page was
 * read.
 */
export type SearchProgress = { readonly after: string | null; readonly isComplete: boolean }

/** A checkout can be paid for a day after it was opened, so two days cover every payment of the last checkout. */
export const searchPeriod = { hours: 48, pauseMinutes: 10 } as const

export type SearchRules = {
  /** How far back a search reads from the start of the previous one. */
  readonly hours: number
  /** The grace period: how long the order of a payment may be missing. */
  readonly graceMinutes: number
  /** Time between the end of a search and the start of the next. */
  readonly pauseMinutes: number
}

/** All times are compared by the database's clock. */
export type UnmatchedPayments = {
  /** Returns the next step of the search that all workers share, leased to the caller; null if none is due. */
  readonly claimStep: (rules: SearchRules) => Promise<SearchStep | null>
  /** Ends the lease of a step. */
  readonly finishStep: (progress: SearchProgress) => Promise<void>
  /**
   * Records payments that are older than the grace period and whose order or purchase is missing or was paid by
   * another payment, and marks those refunded elsewhere. Uses a single writing statement, which a server in recovery
   * refuses. Returns the new payments.
   */
  readonly record: (
    payments: readonly MarkedPayment[],
    rules: SearchRules,
  ) => Promise<readonly UnmatchedPayment[]>
  /**
   * Returns succeeded, unrecorded payments that are older than the grace period and whose order or purchase is in the
   * database but unpaid: rows were lost after the payment's event was handled, or the payment cannot be used.
   */
  readonly findUnapplied: (
    payments: readonly MarkedPayment[],
    rules: SearchRules,
  ) => Promise<readonly MarkedPayment[]>
  /**
   * Records a payment with an entry in the order's history. Claims it for its refund unless an operator must decide.
   * Returns null if it is already recorded. A payment whose order was missing before is recorded again.
   */
  readonly recordUnusable: (payment: UnusablePayment) => Promise<UnmatchedPayment | null>
  /** Records the payments of open events, like `record`. */
  readonly recordEvents: (rules: SearchRules) => Promise<readonly UnmatchedPayment[]>
  /** Marks the payments whose order or purchase is in the database again. */
  readonly noteReturned: () => Promise<readonly UnmatchedPayment[]>
  /**
   * Reverts the mark for orders and purchases that were lost again or paid by another payment, within a week. Returns
   * them.
   */
  readonly reopen: () => Promise<readonly UnmatchedPayment[]>
  /**
   * Claims the oldest marked payment for an automatic refund; null if there is none. For missing orders, at most
   * `perHour` are started per hour. Payments of wrong amounts are left to operators.
   */
  readonly claimAutomatic: (perHour: number) => Promise<UnmatchedPayment | null>
  /**
   * Returns refunds whose outcome is unknown after a minute, at growing intervals, and refused refunds of duplicate
   * payments and closed orders, several times a day. Each is leased to the caller.
   */
  readonly claimUnsettled: (limit: number) => Promise<readonly UnmatchedPayment[]>
  /**
   * Changes `claimed` to `refunding`, or to `returned` if its order is in the database. Returns the new state. A
   * claimed payment cannot pay an order, so that an order that reappears later is not paid with money that is being
   * refunded.
   */
  readonly beginRefund: (paymentId: PaymentId, refundId: RefundId) => Promise<UnmatchedState | null>
  /**
   * Writes the outcome with an entry in the order's history and the customer's email. Closes the payment's events
   * after a refund. `isNew`: false for an outcome that was already known or is still open. Returns null if no payment
   * has that refund.
   */
  readonly settleRefund: (
    refundId: RefundId,
    outcome: RefundOutcome,
  ) => Promise<{ readonly payment: UnmatchedPayment; readonly isNew: boolean } | null>
  readonly read: (paymentId: PaymentId) => Promise<UnmatchedPayment | null>
  /** Returns waiting payments, oldest first; then the others, latest change first. */
  readonly list: (limit: number) => Promise<{
    readonly waiting: readonly UnmatchedPayment[]
    readonly decided: readonly UnmatchedPayment[]
  }>
  /** Returns the number of automatic refunds started in the last hour, and when the last search was complete. */
  readonly progress: () => Promise<{
    readonly automaticLastHour: number
    readonly searchedAt: Date | null
  }>
}

/** Time that a refund of a payment may take before it needs attention. */
export const slowReturnMinutes = 5

/** Intervals at which an open event is checked, once its order exists, and before. */
export const openEventMinutes = { found: 1, missing: 60 } as const
