// Payments without an order or purchase: because it is not in the database, as after a failover or a restore to an earlier
// time, or because it cannot use the payment.

import type { PaymentId } from '../base/payment-id.ts'
import type { RefundId } from '../base/refund-id.ts'
import type { MarkedPayment, RefundOutcome } from './ports.ts'

/**
 * `found`: waits for an automatic refund or an operator. `claimed`: a refund is about to be made, unless the order is back by then.
 * `refunding`: the processor was called, the outcome is not known. `failed`: it refused the refund; an operator has to decide. `kept`: an
 * operator decided not to refund. `returned`: the order or purchase is in the database again.
 */
export type UnmatchedState =
  | 'found'
  | 'claimed'
  | 'refunding'
  | 'refunded'
  | 'failed'
  | 'kept'
  | 'returned'

/**
 * `missing`: the order or purchase is not in the database. `duplicate`: another payment paid it. `closed`: the order was cancelled or
 * rejected unpaid. `wrong_amount`: it costs something else.
 */
export const unmatchedCauses = ['missing', 'duplicate', 'closed', 'wrong_amount'] as const
export type UnmatchedCause = (typeof unmatchedCauses)[number]

/** A payment whose order or purchase is in the database and cannot use it. */
export type UnusablePayment = {
  readonly paymentId: PaymentId
  readonly amountCents: number
  readonly cause: Exclude<UnmatchedCause, 'missing'>
  /** `code`: null for a purchase. */
  readonly subject: {
    readonly kind: 'order' | 'purchase'
    readonly id: string
    readonly code: string | null
  }
}

export type UnmatchedPayment = {
  readonly paymentId: PaymentId
  readonly cause: UnmatchedCause
  readonly subject: 'order' | 'purchase'
  /** The order's code as the payment names it; null for a purchase. */
  readonly orderCode: string | null
  readonly amountCents: number
  /** The time by the processor's clock. For a payment known only from its event, when the event arrived. */
  readonly paidAt: Date
  readonly foundAt: Date
  /** Whether it has this deployment's marker. Only such payments are refunded without an operator. */
  readonly marked: boolean
  readonly state: UnmatchedState
  readonly automatic: boolean
  /** The operator who decided; null when none has. */
  readonly decidedBy: string | null
  readonly reason: string | null
  /** The processor's reason for a refund that failed. */
  readonly failure: string | null
  readonly refundAttempts: number
  readonly updatedAt: Date
}

/** Whether nothing is under way: an operator kept it, it was refunded, or its refund was refused and waits for an operator. */
export const isDecided = ({ state }: Pick<UnmatchedPayment, 'state'>): boolean =>
  state === 'kept' || state === 'refunded' || state === 'failed'

/** `after`: where the search goes on; null at its start. `since`: the oldest payments that it reads. */
export type SearchStep = {
  readonly list: { readonly since: Date; readonly after: string | null } | null
}

/** `after`: the payment after which the next page begins; null for the start. `isComplete`: the last page was read. */
export type SearchProgress = { readonly after: string | null; readonly isComplete: boolean }

export type SearchRules = {
  /** How far back a search reads from the start of the one before. */
  readonly hours: number
  /** The grace period: how long the order of a payment may be missing. */
  readonly graceMinutes: number
  /** Time between the end of a search and the start of the next. */
  readonly pauseMinutes: number
}

/** All times are compared on the database's clock. */
export type UnmatchedPayments = {
  /** The next step of the search that all workers share, leased to the caller; null when none is due. */
  readonly claimStep: (rules: SearchRules) => Promise<SearchStep | null>
  /** Ends the lease of a step. */
  readonly finishStep: (progress: SearchProgress) => Promise<void>
  /**
   * Records the payments that are older than the grace period and whose order or purchase is missing or was paid by another payment,
   * and notes those that were refunded elsewhere. One statement that writes: a server in recovery refuses it. Returns the new ones.
   */
  readonly record: (
    payments: readonly MarkedPayment[],
    rules: SearchRules,
  ) => Promise<readonly UnmatchedPayment[]>
  /**
   * The payments that succeeded, are older than the grace period and not recorded, and whose order or purchase is in the database and
   * unpaid: rows were lost after the payment's event was handled, or it cannot be used.
   */
  readonly findUnapplied: (
    payments: readonly MarkedPayment[],
    rules: SearchRules,
  ) => Promise<readonly MarkedPayment[]>
  /**
   * Records a payment, claimed for its refund unless an operator has to decide, with a line in the order's history. Null when it is
   * recorded already. One whose order was missing before is recorded again.
   */
  readonly recordUnusable: (payment: UnusablePayment) => Promise<UnmatchedPayment | null>
  /** Records the payments of open events, as `record` does. */
  readonly recordEvents: (rules: SearchRules) => Promise<readonly UnmatchedPayment[]>
  /** Notes which orders and purchases are in the database again. */
  readonly noteReturned: () => Promise<readonly UnmatchedPayment[]>
  /** Undoes that for those that were lost again or paid by another payment since, within a week. Returns them. */
  readonly reopen: () => Promise<readonly UnmatchedPayment[]>
  /**
   * Claims the oldest marked payment for an automatic refund; null when there is none. For missing orders, at most `perHour` are begun in
   * an hour. Payments of wrong amounts are left to operators.
   */
  readonly claimAutomatic: (perHour: number) => Promise<UnmatchedPayment | null>
  /**
   * Refunds whose outcome is not known after a minute, at growing intervals, and refused ones of second payments and closed orders, some
   * times in a day. Each is leased to the caller.
   */
  readonly claimUnsettled: (limit: number) => Promise<readonly UnmatchedPayment[]>
  /**
   * From `claimed` to `refunding`, or to `returned` when its order is in the database. Returns the state after that. While a payment
   * is claimed it pays no order, so an order that comes back later is not paid by money that is being returned.
   */
  readonly beginRefund: (paymentId: PaymentId, refundId: RefundId) => Promise<UnmatchedState | null>
  /**
   * Writes the outcome, with a line in the order's history and the customer's mail. Closes the payment's events once it is refunded.
   * `isNew`: false for an outcome that was known or is still open. Null when no payment has that refund.
   */
  readonly settleRefund: (
    refundId: RefundId,
    outcome: RefundOutcome,
  ) => Promise<{ readonly payment: UnmatchedPayment; readonly isNew: boolean } | null>
  readonly read: (paymentId: PaymentId) => Promise<UnmatchedPayment | null>
  /** Waiting payments, the oldest first; then the others, the latest change first. */
  readonly list: (limit: number) => Promise<{
    readonly waiting: readonly UnmatchedPayment[]
    readonly decided: readonly UnmatchedPayment[]
  }>
  /** Automatic refunds that were begun in the last hour, and when the last search was complete. */
  readonly progress: () => Promise<{
    readonly automaticLastHour: number
    readonly searchedAt: Date | null
  }>
}
