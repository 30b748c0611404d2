// Ports of orders. Every change of an order that money depends on is one conditional write.

import type { AccountDeps } from '../accounts/ports.ts'
import type { AccountId } from '../base/caller.ts'
import type { OrderId } from '../base/order-id.ts'
import type { PaymentId } from '../base/payment-id.ts'
import type { KeyedBytes } from '../base/ports.ts'
import type { RefundId } from '../base/refund-id.ts'
import type { PurchaseDeps } from '../gift-cards/ports.ts'
import type { KeyClaim, ResponseKeys } from '../idempotency/ports.ts'
import type { LeadTimeDeps } from '../lead-time/farm-load.ts'
import type { MeasurementDeps } from '../measurement/ports.ts'
import type { PartSupports } from '../measurement/supports.ts'
import type { OrderReference, RefundOutcome } from '../payments/ports.ts'
import type { OrderChange } from './change.ts'
import type { ChargesInFlight } from './charges-in-flight.ts'
import type { Disputes, PaymentReviews } from './dispute-ports.ts'
import type { NewOrder, Order, Tracking } from './order.ts'
import type { OrderLine, PlacedOrder } from './order-lines.ts'
import type { NewRefund, Refund } from './refund.ts'
import type { OperatorStatus, OrderStatus } from './status.ts'
import type { SubmitResponse } from './submit-response.ts'
import type { EnteredTracking, TrackingInput } from './tracking.ts'

/** A charge without payment; `unknown` is not final. */
export type UnpaidCharge = {
  readonly state: 'declined' | 'unknown' | 'not_made'
  readonly reason: string
}

/**
 * An unsettled charge that turned out to be unpaid. `not_made` is written only when no charge can still arrive at the processor:
 * the order has not changed for `quietSeconds`, and a charge that is still `started` began `abandonedAfterSeconds` ago and is not
 * waiting for a retry. Nor while the charge may be made again (`chargeRepeat`).
 */
export type UnpaidSettlement =
  | { readonly state: 'declined'; readonly reason: string }
  | {
      readonly state: 'not_made'
      readonly reason: string
      readonly quietSeconds: number
      readonly abandonedAfterSeconds: number
      readonly repeatableHours: number
    }

/**
 * Whether the charge of an order may be made again, under its own key. `at_once`: a repeat returns what became of the first request.
 * `after_record`: when the processor has no payment of the order. `no`: it is settled, its order is closed or older than
 * `repeatableHours`, there is no card, an earlier charge is known to exist, or it waits for its next retry.
 */
export type ChargeRepeat = 'at_once' | 'after_record' | 'no'

/**
 * `paid`: this call marked the order paid. `already`: this payment had paid it. `duplicate`: another payment had. `closed`: it was
 * cancelled or rejected unpaid. `wrong_amount`: the payment has another amount than is due. The payment is refunded in the last three
 * cases. `being_returned`: the payment is being refunded, because its order was missing.
 */
export type PaidOutcome =
  | {
      readonly kind: 'paid' | 'already' | 'duplicate' | 'closed' | 'wrong_amount' | 'being_returned'
      readonly order: Order
    }
  | { readonly kind: 'no_such_order' }

/**
 * Thrown when a failed write of a new order certainly wrote nothing. After any other error the order may exist, for example when
 * the connection broke during the commit.
 */
export class OrderNotWritten extends Error {
  override readonly name = 'OrderNotWritten'
  /** True when the same write may succeed later; false when the database rejects its values. */
  readonly transient: boolean
  constructor(transient: boolean, cause: unknown) {
    super('the order was not written', { cause })
    this.transient = transient
  }
}

/** The source of derived ids and codes. */
export type OrderIds = KeyedBytes

/** `text`: part of a code, a file name or a recipient, in any letter case; '' = all. */
export type OrderSearch = {
  readonly statuses: readonly OrderStatus[] | null
  readonly text: string
  /** Only this many of the account's newest orders are read; all when absent. */
  readonly among?: number
}

/** `after`: the id of the last order of the part before. */
export type OwnOrdersPart = {
  readonly limit: number
  readonly offset?: number
  readonly after?: string
}

/** A new status with everything that is written together with it. */
export type StatusUpdate = {
  readonly status: OperatorStatus
  readonly tracking: EnteredTracking | null
  readonly by: string
  readonly version?: number
  readonly refund?: NewRefund
  /** An unpaid order is released without a payment. */
  readonly unpaid?: boolean
  /** Set only on an order that has no promised ship date yet. */
  readonly dueAt?: Date
}

/** Up to `limit` orders, each leased for `leaseSeconds`. A charge that was started has `startedSecondsAgo` to end by itself. */
export type UnsettledRequest = {
  readonly startedSecondsAgo: number
  readonly leaseSeconds: number
  readonly limit: number
}

/** Up to `limit` orders. A charge that began `giveUpSeconds` ago is given up. */
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

export type Orders = {
  /**
   * One transaction: the order and its charge attempt. 'code_taken', 'id_taken' and 'key_taken' name the violated unique
   * constraint; 'key_taken' when an order has the Idempotency-Key. 'over_limit': it would exceed a spending limit of its account,
   * and nothing was written. Throws OrderNotWritten and AccountClosed.
   */
  readonly insert: (
    order: NewOrder,
  ) => Promise<'inserted' | 'code_taken' | 'id_taken' | 'key_taken' | 'over_limit'>
  /** The ids among these that exist. */
  readonly findTakenIds: (ids: readonly OrderId[]) => Promise<ReadonlySet<OrderId>>
  /** One conditional update: a paid order stays paid, and a final outcome is never replaced by `unknown`. */
  readonly settleCharge: (orderId: OrderId, result: UnpaidCharge) => Promise<Order>
  /** Settles an unsettled charge as unpaid, with a mail to the customer in the same transaction, at most one for each order. */
  readonly settleUnpaid: (orderId: OrderId, end: UnpaidSettlement) => Promise<Order>
  /** Schedules the retry of a charge that the processor rate-limited, at growing intervals. Returns the updated order. */
  readonly deferCharge: (orderId: OrderId, reason: string) => Promise<Order>
  /**
   * Deferred charges that are due, each leased to the caller. Those that began `giveUpSeconds` ago become `unknown` instead and are
   * settled from the processor's record.
   */
  readonly claimDeferred: (request: DeferredRequest) => Promise<readonly Order[]>
  readonly chargeRepeat: (orderId: OrderId, limits: RepeatLimits) => Promise<ChargeRepeat>
  /** Whether the caller may query the processor about this order: once in `everySeconds` over all processes. */
  readonly claimLookup: (orderId: OrderId, everySeconds: number) => Promise<boolean>
  /** Allows the next review at once, for example because a checkout was opened. */
  readonly releaseLookup: (orderId: OrderId) => Promise<void>
  readonly setPaymentPending: (orderId: OrderId, pending: boolean) => Promise<void>
  /** PENDING_PAYMENT to RECEIVED with its promised ship date, and the confirmation mail, once. */
  readonly markPaid: (
    code: string,
    payment: {
      readonly paymentId: PaymentId
      readonly amountCents: number
      /** Without it the order has no promised date. */
      readonly dueAt?: (order: PlacedOrder) => Date
      /** The order with that code, where the caller has it: then it is not read. */
      readonly known?: PlacedOrder
    },
  ) => Promise<PaidOutcome>
  /** False when the order's checkout is no longer this one or `previous`; it is then kept. */
  readonly saveCheckout: (
    orderId: OrderId,
    checkout: {
      readonly sessionId: string
      readonly url: string | null
      readonly previous: string | null
    },
  ) => Promise<boolean>
  readonly readOwned: (accountId: AccountId, code: string) => Promise<Order | null>
  /** In any order, without those that are not found. */
  readonly readAllOwned: (
    accountId: AccountId,
    codes: readonly string[],
  ) => Promise<readonly Order[]>
  /** Without an owner check: for operators, and pages that show no address. */
  readonly readByCode: (code: string) => Promise<Order | null>
  /** Finds the order by id when the payment names one, because after a loss of rows its code may be another order's; else by code. */
  readonly readReferenced: (reference: OrderReference) => Promise<Order | null>
  /** Finds the order by its code and its email, in any letter case. */
  readonly readByCodeAndEmail: (code: string, email: string) => Promise<Order | null>
  readonly readByIdempotencyKey: (accountId: AccountId, key: string) => Promise<Order | null>
  /**
   * The order that a submit's key placed; a key lives for 24 hours by the database's clock. Claiming an expired key takes it from its
   * order, and a loss of rows between the claim and this read gives it back: such an older order is another request's.
   */
  readonly readByLivingKey: (accountId: AccountId, key: string) => Promise<Order | null>
  readonly listRecent: (accountId: AccountId, limit: number) => Promise<readonly Order[]>
  readonly countOwned: (accountId: AccountId, search: OrderSearch) => Promise<number>
  /** Newest first. */
  readonly listOwned: (
    accountId: AccountId,
    search: OrderSearch,
    part: OwnOrdersPart,
  ) => Promise<readonly Order[]>
  /**
   * Orders whose charge is `unknown`, or `started` at least `startedSecondsAgo` and not waiting for a retry; and, hourly, those that
   * may have been paid without an event. Each is returned again after `leaseSeconds`, which doubles after the first reviews, up to
   * a minute, give or take a quarter.
   */
  readonly claimUnsettled: (request: UnsettledRequest) => Promise<readonly Order[]>
  /**
   * Orders of the website, or of the API and of agents, that have waited this long for their payment, the oldest first. Each is leased
   * to the caller for a while.
   */
  readonly claimOverdue: (request: OverdueRequest) => Promise<readonly Order[]>
  /**
   * Orders of baskets that have waited this long for their payment, and whose email address has had no reminder in the last day. Each
   * is leased to the caller for a while.
   */
  readonly claimForgotten: (request: Omit<OverdueRequest, 'placedAt'>) => Promise<readonly Order[]>
  /** Queues the mail that reminds of the order, unless it has one, or is paid or closed by now. */
  readonly remind: (orderId: OrderId) => Promise<boolean>
  /** Reviews that did not take place, because the budget for calls was used up: the intervals to the next ones do not grow. */
  readonly forgetReviews: (orderIds: readonly OrderId[]) => Promise<void>
  /**
   * Null when there is no such order, when it is unpaid and the status is not a closed one, or when its version is not `version`
   * (optional). `refund` is written in the same transaction.
   */
  readonly setStatus: (code: string, change: StatusUpdate) => Promise<Order | null>
  /** PRINTING to PRINTED. Returns the current status when it is another one. */
  readonly finishPrint: (
    code: string,
  ) => Promise<{ readonly finished: Order } | { readonly status: OrderStatus } | null>
  /** For each code a text that differs after every change of the order's row. A code without an order is left out. */
  readonly marks: (codes: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** All changes, oldest first. */
  readonly history: (orderId: OrderId) => Promise<readonly OrderChange[]>
  /** The changes after that version, oldest first. */
  readonly changesSince: (orderId: OrderId, version: number) => Promise<readonly OrderChange[]>
}

/** `isRepeatable`: younger than `repeatableHours` on the database's clock, so that the processor still has its key. */
export type UnsettledRefund = { readonly refund: Refund; readonly isRepeatable: boolean }

/** `returned`: the bank sent it back after it had succeeded. `none`: its state was known. */
export type SettledRefund = {
  readonly refund: Refund
  readonly change: 'settled' | 'returned' | 'none'
}

/** How an operator dealt with a returned refund. */
export type RefundResolution = {
  readonly orderId: OrderId
  readonly refundId: RefundId
  readonly by: string
  readonly note: string
}

/** Up to `limit` refunds. One that was started has `startedSecondsAgo` to end by itself. */
export type UnsettledRefundRequest = {
  readonly startedSecondsAgo: number
  readonly repeatableHours: number
  readonly limit: number
}

export type Refunds = {
  /**
   * One transaction: reserves the amount on the order and writes the refund. Null when the order's version is not `version`
   * (optional), when less is left, or when the key already has a refund that is neither failed nor partly.
   */
  readonly start: (
    request: NewRefund & { readonly version?: number },
  ) => Promise<{ readonly refund: Refund; readonly order: Order } | null>
  /** The refunds of a request, oldest first. Only the last one may be neither failed nor partly. */
  readonly listByKey: (orderId: OrderId, requestKey: string) => Promise<readonly Refund[]>
  /** Oldest first, failed ones included. */
  readonly listByOrder: (orderId: OrderId) => Promise<readonly Refund[]>
  /**
   * Writes the outcome with the customer's mail, and returns the updated refund. A late outcome changes nothing. Null when there is
   * no such refund.
   */
  readonly settle: (refundId: RefundId, outcome: RefundOutcome) => Promise<SettledRefund | null>
  /** Notes how an operator dealt with a returned refund, once. Null when the order has none with this id. */
  readonly resolve: (request: RefundResolution) => Promise<Refund | null>
  /** Refunds that are `unknown`, or `started` at least `startedSecondsAgo`. Each is leased to the caller. */
  readonly claimUnsettled: (request: UnsettledRefundRequest) => Promise<readonly UnsettledRefund[]>
}

/** The lines of orders with several lines. An order of one line has none here. */
export type OrderLines = {
  /** The lines in the order of their places. */
  readonly listByOrder: (order: PlacedOrder) => Promise<readonly OrderLine[]>
  /** The lines by the ids of their orders. */
  readonly listByOrders: (
    orders: readonly Order[],
  ) => Promise<ReadonlyMap<string, readonly OrderLine[]>>
  /** Keeps how a line is printed, unless that was decided before. `line`: null where the order has one. Returns what is kept. */
  readonly decideSupports: (
    orderId: OrderId,
    line: number | null,
    supports: PartSupports,
  ) => Promise<PartSupports>
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
  readonly at?: Date
}

/** Orders of an earlier website checkout (CART-, ORD- and STORE- codes), of which only the progress is stored. */
export type LegacyOrders = {
  /** `tracking`: undefined keeps the stored value, null clears it. `at`: time of the report, now by default. */
  readonly setStatus: (update: LegacyStatusUpdate) => Promise<void>
  /** The email in any letter case. Never finds an order without an email. */
  readonly readByCodeAndEmail: (code: string, email: string) => Promise<LegacyOrder | null>
  /** Newest first. */
  readonly listByEmail: (email: string, limit: number) => Promise<readonly LegacyOrder[]>
}

/** Responses to submits. The first one that is saved stays, whichever run saved it. */
export type IdempotencyKeys = ResponseKeys<KeyClaim, unknown, SubmitResponse>

export type OrderDeps = AccountDeps &
  PurchaseDeps &
  MeasurementDeps &
  LeadTimeDeps & {
    readonly orderIds: OrderIds
    readonly orders: Orders
    readonly chargesInFlight: ChargesInFlight
    readonly orderLines: OrderLines
    readonly refunds: Refunds
    readonly disputes: Disputes
    readonly paymentReviews: PaymentReviews
    readonly legacyOrders: LegacyOrders
    readonly idempotencyKeys: IdempotencyKeys
  }
