// Ports of orders. Every order change that affects money is one conditional write.

import type { AccountDeps } from '../accounts/ports.ts'
import type { AccountId } from '../base/caller.ts'
import type { OrderId } from '../base/ids/order-id.ts'
import type { PaymentId } from '../base/ids/payment-id.ts'
import type { RefundId } from '../base/ids/refund-id.ts'
import type { Result } from '../base/result.ts'
import type { PurchaseDeps } from '../gift-cards/ports.ts'
import type { KeyClaim, ResponseKeys } from '../idempotency/ports.ts'
import type { LeadTimeDeps } from '../lead-time/farm-load.ts'
import type { MeasurementDeps } from '../measurement/ports.ts'
import type { OrderReference } from '../payments/ports.ts'
import type { RefundOutcome } from '../payments/refund-outcome.ts'
import type { FarmTerms } from '../terms/ports.ts'
import type { ChargesInFlight } from './charges-in-flight.ts'
import type { OrderChange } from './history/change.ts'
import type { OrderIds } from './record/identity.ts'
import type { NewOrder, Order } from './record/order.ts'
import type { OrderLines, PlacedOrder } from './record/order-lines.ts'
import type { OperatorStatus, OrderStatus } from './record/status.ts'
import type { SubmitResponse } from './record/submit-response.ts'
import type { EnteredTracking, Tracking, TrackingInput } from './record/tracking.ts'
import type { UnpaidReason } from './record/unpaid-reasons.ts'
import type { Disputes, PaymentReviews } from './reversals/dispute-ports.ts'
import type { FirstNote } from './reversals/first-note.ts'
import type { NewRefund, Refund } from './reversals/refund.ts'

/** A charge without payment; `unknown` is not final. */
export type UnpaidCharge = UnpaidReason & {
  readonly state: 'declined' | 'unknown' | 'not_made'
}

/**
 * An unsettled charge that ended unpaid. `not_made` is written only if no charge can still arrive at the processor:
 * the order has not changed for `quietSeconds`, a `started` charge began `abandonedAfterSeconds` ago and does not wait
 * for a retry, and the charge cannot be repeated (`repeatabilityOf`).
 */
export type UnpaidSettlement = UnpaidReason &
  (
    | { readonly state: 'declined' }
    | {
        readonly state: 'not_made'
        readonly quietSeconds: number
        readonly abandonedAfterSeconds: number
        readonly repeatableHours: number
      }
  )

/**
 * Whether the charge of an order can be repeated under its key. `at_once`: a repeat returns the outcome of the first
 * request. `after_record`: only if the processor has no payment of the order. `no`: it is settled, its order is closed
 * or older than `repeatableHours`, there is no card, an earlier charge exists, or it waits for its next retry.
 */
export type ChargeRepeat = 'at_once' | 'after_record' | 'no'

/**
 * `paid`: this call marked the order as paid. `already`: this payment had already paid it. `duplicate`: another
 * payment had. `closed`: it was cancelled or rejected unpaid. `wrong_amount`: the payment differs from the amount due.
 * In the last three cases the payment is refunded. `being_returned`: the payment is being refunded, because its order
 * was missing.
 */
export type PaidOutcome =
  | {
      readonly kind: 'paid' | 'already' | 'duplicate' | 'closed' | 'wrong_amount' | 'being_returned'
      readonly order: Order
    }
  | { readonly kind: 'no_such_order' }

/**
 * Thrown if a failed write of a new order definitely wrote nothing. After any other error the order may exist, for
 * example if the connection broke during the commit.
 */
export class OrderNotWritten extends Error {
  override readonly name = 'OrderNotWritten'
  /** True if a retry may succeed; false if the database rejects the values. */
  readonly transient: boolean
  constructor(transient: boolean, cause: unknown) {
    super('the order was not written', { cause })
    this.transient = transient
  }
}

/** `text`: part of a code, a file name or a recipient, in any letter case; '' = all. */
export type OrderSearch = {
  readonly statuses: readonly OrderStatus[] | null
  readonly text: string
  /** Searches only this many of the account's newest orders; absent = all. */
  readonly among?: number
}

/** `after`: the id of the last order of the previous part. */
export type OwnOrdersPart = {
  readonly limit: number
  readonly offset?: number
  readonly after?: OrderId
}

/** A new status with all values that are written together with it. */
export type StatusUpdate = {
  readonly status: OperatorStatus
  readonly tracking: EnteredTracking | null
  readonly by: string
  readonly version?: number
  readonly refund?: NewRefund
  /** Whether an unpaid order is released without a payment. */
  readonly unpaid?: boolean
  /** Set only on an order without a promised ship date. */
  readonly dueAt?: Date
}

/** Up to `limit` orders, each leased for `leaseSeconds`. A started charge has `startedSecondsAgo` to finish. */
export type UnsettledRequest = {
  readonly startedSecondsAgo: number
  readonly leaseSeconds: number
  readonly limit: number
}

/** Up to `limit` orders. A charge that began `giveUpSeconds` ago is abandoned. */
export type DeferredRequest = {
  readonly giveUpSeconds: number
  readonly limit: number
}

/** Up to `limit` orders that are older than `afterSeconds`. */
export type OverdueRequest = {
  readonly placedAt: 'website' | 'api'
  readonly afterSeconds: number
  readonly limit: number
}

/** How long a charge is recent, and how long its request can be repeated. */
export type RepeatLimits = { readonly freshMinutes: number; readonly repeatableHours: number }

/** Outcomes of every way to write an order. `code_taken` and `id_taken` name the violated unique constraint. */
export type InsertOutcome = { readonly kind: 'inserted' | 'code_taken' | 'id_taken' }

export type Orders = {
  /**
   * Writes the order and its charge attempt in one transaction. `key_taken`: an order already has the Idempotency-Key.
   * `over_limit`: the order would exceed a spending limit of its account, and nothing was written. Throws
   * OrderNotWritten and AccountClosed.
   */
  readonly insert: (
    order: NewOrder,
  ) => Promise<InsertOutcome | { readonly kind: 'key_taken' | 'over_limit' }>
  /** Returns which of these ids exist. */
  readonly findTakenIds: (ids: readonly OrderId[]) => Promise<ReadonlySet<OrderId>>
  /** Updates conditionally: a paid order stays paid, and `unknown` never replaces a final outcome. */
  readonly settleCharge: (orderId: OrderId, result: UnpaidCharge) => Promise<Order>
  /**
   * Settles an unsettled charge as unpaid and queues an email to the customer in the same transaction, at most one per
   * order.
   */
  readonly settleFinally: (orderId: OrderId, end: UnpaidSettlement) => Promise<Order>
  /** Schedules the retry of a charge that the processor rate-limited, at growing intervals. Returns the updated order. */
  readonly deferCharge: (orderId: OrderId) => Promise<Order>
  /**
   * Returns due deferred charges, each leased to the caller. Charges that began `giveUpSeconds` ago become `unknown`
   * instead and are settled from the processor's record.
   */
  readonly claimDeferred: (request: DeferredRequest) => Promise<readonly Order[]>
  readonly repeatabilityOf: (orderId: OrderId, limits: RepeatLimits) => Promise<ChargeRepeat>
  /** Whether the caller can query the processor about this order: once per `everySeconds` over all processes. */
  readonly claimLookup: (orderId: OrderId, everySeconds: number) => Promise<boolean>
  /** Permits the next check immediately, for example because a checkout was opened. */
  readonly releaseLookup: (orderId: OrderId) => Promise<void>
  readonly setPaymentPending: (orderId: OrderId, pending: boolean) => Promise<void>
  /**
   * Changes PENDING_PAYMENT to RECEIVED with the promised ship date, and queues the confirmation email. Has an effect
   * only once.
   */
  readonly markPaid: (
    code: string,
    payment: {
      readonly paymentId: PaymentId
      readonly amountCents: number
      /** Without it the order gets no promised date. */
      readonly dueAt?: (order: PlacedOrder) => Date
      /** The order with that code, if the caller has already read it. */
      readonly placedOrder?: PlacedOrder
    },
  ) => Promise<PaidOutcome>
  /** Returns false and keeps the stored checkout if it is neither this one nor `previous`. */
  readonly saveCheckout: (
    orderId: OrderId,
    checkout: {
      readonly sessionId: string
      readonly url: string | null
      readonly previous: string | null
    },
  ) => Promise<boolean>
  readonly readOwned: (accountId: AccountId, code: string) => Promise<Order | null>
  /** Returns the found orders in unspecified order. */
  readonly readAllOwned: (
    accountId: AccountId,
    codes: readonly string[],
  ) => Promise<readonly Order[]>
  /** Reads without an owner check, for operators and for pages without an address. */
  readonly readByCode: (code: string) => Promise<Order | null>
  /**
   * Finds the order by id if the payment includes one, because after a loss of rows its code may belong to another
   * order; otherwise by code.
   */
  readonly readReferenced: (reference: OrderReference) => Promise<Order | null>
  /** Finds the order by its code and its email, in any letter case. */
  readonly readByCodeAndEmail: (code: string, email: string) => Promise<Order | null>
  readonly readByIdempotencyKey: (accountId: AccountId, key: string) => Promise<Order | null>
  /**
   * Returns the order placed under a submit's key. A key lives for 24 hours by the database's clock. Claiming an
   * expired key removes it from its order, but a loss of rows between the claim and this read can restore it. Such an
   * older order belongs to another request.
   */
  readonly readByUnexpiredKey: (accountId: AccountId, key: string) => Promise<Order | null>
  readonly listRecent: (accountId: AccountId, limit: number) => Promise<readonly Order[]>
  readonly countOwned: (accountId: AccountId, search: OrderSearch) => Promise<number>
  /** Returns the newest first. */
  readonly listOwned: (
    accountId: AccountId,
    search: OrderSearch,
    part: OwnOrdersPart,
  ) => Promise<readonly Order[]>
  /**
   * Returns orders whose charge is `unknown`, or `started` for at least `startedSecondsAgo` without waiting for a
   * retry, and hourly those that may have been paid without an event. Each is returned again after `leaseSeconds`,
   * which doubles after the first checks up to a minute, with a jitter of a quarter.
   */
  readonly claimUnsettled: (request: UnsettledRequest) => Promise<readonly Order[]>
  /**
   * Returns orders of the website, or of the API and agents, that have waited this long for payment, oldest first.
   * Each is leased to the caller.
   */
  readonly claimOverdue: (request: OverdueRequest) => Promise<readonly Order[]>
  /**
   * Returns basket orders that have waited this long for payment and whose email address had no reminder within the
   * last day. Each is leased to the caller.
   */
  readonly claimForgotten: (request: Omit<OverdueRequest, 'placedAt'>) => Promise<readonly Order[]>
  /** Queues the reminder email of the order, unless it already has one, or is paid or closed. */
  readonly remind: (orderId: OrderId) => Promise<boolean>
  /** Records that checks did not take place because the call budget was used up, so that the intervals do not grow. */
  readonly forgetChecks: (orderIds: readonly OrderId[]) => Promise<void>
  /**
   * Returns null if there is no such order, if it is unpaid and the status does not close it, or if its version is not
   * `version` (optional). Writes `refund` in the same transaction.
   */
  readonly setStatus: (code: string, change: StatusUpdate) => Promise<Order | null>
  /** Changes PRINTING to PRINTED. Returns the current status if it is another one. */
  readonly finishPrint: (
    code: string,
  ) => Promise<{ readonly finished: Order } | { readonly status: OrderStatus } | null>
  /** Returns a text per code that changes with every change of the order's row. Omits codes without an order. */
  readonly marks: (codes: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Returns all changes, oldest first. */
  readonly history: (orderId: OrderId) => Promise<readonly OrderChange[]>
  /** Returns the changes after that version, oldest first. */
  readonly changesSince: (orderId: OrderId, version: number) => Promise<readonly OrderChange[]>
}

/**
 * `isRepeatable`: younger than `repeatableHours` by the database's clock, so that the processor still remembers its
 * key.
 */
export type UnsettledRefund = { readonly refund: Refund; readonly isRepeatable: boolean }

/** `returned`: the bank returned it after it had succeeded. `none`: its state was already known. */
export type SettledRefund = {
  readonly refund: Refund
  readonly change: 'settled' | 'returned' | 'none'
}

/** How an operator resolved a returned refund. */
export type RefundResolution = {
  readonly orderId: OrderId
  /** As the operator sent it. */
  readonly refundId: string
  readonly by: string
  readonly note: string
}

/** Up to `limit` refunds. A started refund has `startedSecondsAgo` to finish. */
export type UnsettledRefundRequest = {
  readonly startedSecondsAgo: number
  readonly repeatableHours: number
  readonly limit: number
}

export type Refunds = {
  /**
   * Reserves the amount on the order and writes the refund in one transaction. Returns null if the order's version is
   * not `version` (optional), if less is left, or if the key already has a refund that is neither failed nor partial.
   */
  readonly start: (
    request: NewRefund & { readonly version?: number },
  ) => Promise<{ readonly refund: Refund; readonly order: Order } | null>
  /** Returns the refunds of a request, oldest first. Only the last one can be neither failed nor partial. */
  readonly listByKey: (orderId: OrderId, requestKey: string) => Promise<readonly Refund[]>
  /** Returns all refunds including failed ones, oldest first. */
  readonly listByOrder: (orderId: OrderId) => Promise<readonly Refund[]>
  /**
   * Writes the outcome with the customer's email and returns the updated refund. A late outcome changes nothing. null
   * if there is no such refund.
   */
  readonly settle: (refundId: RefundId, outcome: RefundOutcome) => Promise<SettledRefund | null>
  /**
   * Records how an operator resolved a returned refund. The first record is final, and another note is refused. Returns
   * null if the order has no such refund.
   */
  readonly resolve: (
    request: RefundResolution,
  ) => Promise<Result<Refund, FirstNote & { readonly kind: 'refund_resolved' }> | null>
  /** Returns refunds that are `unknown`, or `started` for at least `startedSecondsAgo`. Each is leased to the caller. */
  readonly claimUnsettled: (request: UnsettledRefundRequest) => Promise<readonly UnsettledRefund[]>
}

export type LegacyOrder = {
  readonly code: string
  readonly status: OrderStatus
  /** null until the order ships. */
  readonly tracking: Tracking | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type LegacyStatusUpdate = {
  readonly code: string
  readonly email: string | null
  readonly status: OrderStatus
  readonly tracking?: TrackingInput | null | undefined
  /** When the report arrived. */
  readonly at: Date
}

/** Orders of an earlier website checkout (CART-, ORD- and STORE- codes). Only their progress is stored. */
export type LegacyOrders = {
  /** `tracking`: undefined keeps the stored value, null clears it. */
  readonly setStatus: (update: LegacyStatusUpdate) => Promise<void>
  /** Matches the email in any letter case. Never finds an order without an email. */
  readonly readByCodeAndEmail: (code: string, email: string) => Promise<LegacyOrder | null>
  /** Returns the newest first. */
  readonly listByEmail: (email: string, limit: number) => Promise<readonly LegacyOrder[]>
}

/** Responses to submits. The first stored response is kept, regardless of the run. */
export type IdempotencyKeys = ResponseKeys<KeyClaim, unknown, SubmitResponse>

export type OrderDeps = AccountDeps &
  PurchaseDeps &
  MeasurementDeps &
  LeadTimeDeps & {
    readonly orderIds: OrderIds
    readonly orders: Orders
    readonly farmTerms: Pick<FarmTerms, 'readTerms'>
    readonly chargesInFlight: ChargesInFlight
    readonly orderLines: OrderLines
    readonly refunds: Refunds
    readonly disputes: Disputes
    readonly paymentReviews: PaymentReviews
    readonly legacyOrders: LegacyOrders
    readonly idempotencyKeys: IdempotencyKeys
  }
