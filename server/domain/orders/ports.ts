// What ordering needs from the database. Every change of an order that money depends on is one conditional write.

import type { AccountDeps } from '../accounts/ports.ts'
import type { AccountId } from '../base/caller.ts'
import type { MeasurementDeps } from '../measurement/ports.ts'
import type { OrderReference, RefundOutcome } from '../payments/ports.ts'
import type { OrderChange } from './change.ts'
import type { NewOrder, Order, Tracking } from './order.ts'
import type { NewRefund, Refund } from './refund.ts'
import type { OperatorStatus, OrderStatus } from './status.ts'
import type { EnteredTracking, TrackingInput } from './tracking.ts'

/** How a charge ended without money; `unknown` is not an end yet. */
export type UnpaidCharge = {
  readonly state: 'declined' | 'unknown' | 'not_made'
  readonly reason: string
}

/**
 * How a charge that was in doubt ended without money. `not_made` is written only once nothing can be on its way to the
 * processor any more: nothing about the order changed for `quietSeconds`, and a charge that is still `started` began
 * `abandonedAfterSeconds` ago and does not wait to be repeated.
 */
export type UnpaidSettlement =
  | { readonly state: 'declined'; readonly reason: string }
  | {
      readonly state: 'not_made'
      readonly reason: string
      readonly quietSeconds: number
      readonly abandonedAfterSeconds: number
    }

/**
 * paid = this call marked it paid; duplicate = it was paid before by another payment, closed = it was cancelled or
 * rejected unpaid: both mean that this payment is given back.
 */
export type PaidOutcome =
  | {
      readonly kind: 'paid' | 'already' | 'duplicate' | 'closed' | 'wrong_amount'
      readonly order: Order
    }
  | { readonly kind: 'no_such_order' }

/**
 * Thrown by the writes of a new order when the failure proves that nothing was written. Any other error leaves open whether
 * the order exists (a connection that broke while the write was confirmed).
 */
export class OrderNotWritten extends Error {
  override readonly name = 'OrderNotWritten'
  /** The same write may succeed later; false when the database refuses its values. */
  readonly transient: boolean
  constructor(transient: boolean, cause: unknown) {
    super('the order was not written', { cause })
    this.transient = transient
  }
}

/** Ids and codes that only the holder of a secret can predict, and that stay the same for the same label. */
export type OrderIds = {
  /** 32 bytes, uniform to everyone without the secret. */
  readonly bytes: (label: string) => Uint8Array
}

export type Orders = {
  /**
   * One transaction: the order and its charge attempt. 'code_taken', 'id_taken' and 'key_taken' name the unique rule that
   * fired; where an order holds the Idempotency-Key it is 'key_taken'. Throws OrderNotWritten.
   */
  readonly insert: (
    order: NewOrder,
  ) => Promise<'inserted' | 'code_taken' | 'id_taken' | 'key_taken'>
  /** Those of the ids that orders have. */
  readonly findTakenIds: (ids: readonly string[]) => Promise<ReadonlySet<string>>
  /** One conditional update: a paid order stays paid, and a certain answer is never replaced by a doubtful one. */
  readonly settleCharge: (orderId: string, result: UnpaidCharge) => Promise<Order>
  /** The same for a charge that was in doubt, with a mail to the customer in the same transaction, at most one for an order. */
  readonly settleUnpaid: (orderId: string, end: UnpaidSettlement) => Promise<Order>
  /** Has a charge repeated that the processor turned away: soon, then at growing intervals. Returns the order as it is then. */
  readonly deferCharge: (orderId: string, reason: string) => Promise<Order>
  /**
   * Deferred charges that are due, each leased to the caller. Those that began `giveUpSeconds` ago become `unknown`
   * instead: from then on the processor's record decides.
   */
  readonly claimDeferred: (request: {
    giveUpSeconds: number
    limit: number
  }) => Promise<readonly Order[]>
  /** Whether the caller may ask the processor about this order: one caller in `everySeconds`, over all processes. */
  readonly claimReview: (orderId: string, everySeconds: number) => Promise<boolean>
  /** The next look may come at once, for example because a checkout was opened. */
  readonly releaseReview: (orderId: string) => Promise<void>
  readonly setPaymentPending: (orderId: string, pending: boolean) => Promise<void>
  /** PENDING_PAYMENT to RECEIVED plus the confirmation e-mail, once, whoever calls first. */
  readonly markPaid: (code: string, paymentId: string, amountCents: number) => Promise<PaidOutcome>
  readonly saveCheckout: (
    orderId: string,
    checkout: { sessionId: string; url: string | null },
  ) => Promise<void>
  readonly readOwned: (accountId: AccountId, code: string) => Promise<Order | null>
  /** For pages and operators: whoever holds the code. */
  readonly readByCode: (code: string) => Promise<Order | null>
  /** By the id where the payment names one, because after a loss of rows its code may be another order's; else by the code. */
  readonly readReferenced: (reference: OrderReference) => Promise<Order | null>
  /** For whoever placed it: the code with the address it was placed with, any case. */
  readonly readByCodeAndEmail: (code: string, email: string) => Promise<Order | null>
  readonly readByIdempotencyKey: (accountId: AccountId, key: string) => Promise<Order | null>
  readonly listRecent: (accountId: AccountId, limit: number) => Promise<readonly Order[]>
  /** Everybody's orders, newest first: of one status or of all (null), and older than the order `before` when it is given. */
  readonly listForOperators: (page: {
    status: OrderStatus | null
    before: string | null
    limit: number
  }) => Promise<readonly Order[]>
  /**
   * Orders whose charge is `unknown`, or `started` at least `startedSecondsAgo` and not waiting to be repeated; and,
   * hourly, those that may still be paid without our hearing of it. Each comes again after `leaseSeconds`, which double
   * after the first looks, up to a minute.
   */
  readonly claimUnsettled: (request: {
    startedSecondsAgo: number
    leaseSeconds: number
    limit: number
  }) => Promise<readonly Order[]>
  /**
   * Null when there is no such order, it is unpaid and the status is not a closed one, or it is not in `version` any more
   * (left out: any). `refund` is written down in the same transaction.
   */
  readonly setStatus: (
    code: string,
    change: {
      status: OperatorStatus
      tracking: EnteredTracking | null
      by: string
      version?: number
      refund?: NewRefund
    },
  ) => Promise<Order | null>
  /** PRINTING to PRINTED, conditionally. Answers the status found when it was not PRINTING. */
  readonly finishPrint: (
    code: string,
  ) => Promise<{ finished: Order } | { status: OrderStatus } | null>
  /** The history after that version, oldest first. */
  readonly changesSince: (orderId: string, version: number) => Promise<readonly OrderChange[]>
}

export type Refunds = {
  /**
   * One transaction: the amount is taken out of what is left of the order, and the refund is written down. Null when the
   * order is not in that version any more (left out: any), less is left, or the key holds a refund that has not failed.
   */
  readonly start: (
    request: NewRefund & { version?: number },
  ) => Promise<{ readonly refund: Refund; readonly order: Order } | null>
  /** The refund that a request with this key made and that has not failed. */
  readonly findByKey: (orderId: string, requestKey: string) => Promise<Refund | null>
  /** How many refunds with this key failed. */
  readonly countFailed: (orderId: string, requestKey: string) => Promise<number>
  /** Oldest first, failed ones included. */
  readonly listByOrder: (orderId: string) => Promise<readonly Refund[]>
  /**
   * Writes the outcome down, with the customer's mail when it succeeded, and returns the refund as it is then: an outcome
   * that comes too late changes nothing. Null when there is no such refund.
   */
  readonly settle: (refundId: string, outcome: RefundOutcome) => Promise<Refund | null>
  /** Refunds that are `unknown`, or `started` for as long as given. Each is leased to the caller. */
  readonly claimUnsettled: (request: {
    startedSecondsAgo: number
    limit: number
  }) => Promise<readonly Refund[]>
}

export type WebOrder = {
  readonly code: string
  readonly status: OrderStatus
  /** null until the order ships. */
  readonly tracking: Tracking | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Website-checkout orders (CART-, ORD-, STORE- codes): only their progress is kept here. */
export type WebOrders = {
  /** `tracking`: undefined keeps what is known, null clears it. `at`: when it was reported, now unless given. */
  readonly setStatus: (update: {
    code: string
    email: string | null
    status: OrderStatus
    tracking?: TrackingInput | null | undefined
    at?: Date
  }) => Promise<void>
  /** The address in any case; an order without one is nobody's. */
  readonly readByCodeAndEmail: (code: string, email: string) => Promise<WebOrder | null>
  /** Newest first. */
  readonly listByEmail: (email: string, limit: number) => Promise<readonly WebOrder[]>
}

/** Answers kept for the Idempotency-Key header, 24 hours, per account. */
export type IdempotencyKeys = {
  /** Claims the key, or tells what it holds. A claim older than `leaseSeconds` without an answer is taken over. */
  readonly claim: (request: {
    accountId: AccountId
    key: string
    requestHash: string
    leaseSeconds: number
  }) => Promise<
    | { readonly kind: 'claimed' }
    | { readonly kind: 'completed'; readonly response: unknown }
    | { readonly kind: 'other_request' }
    | { readonly kind: 'running'; readonly retryAfterSeconds: number }
  >
  /** Keeps a claim from being taken over until the function given back is called, or this process dies. */
  readonly keepAlive: (accountId: AccountId, key: string) => () => void
  readonly saveResponse: (accountId: AccountId, key: string, response: unknown) => Promise<void>
  /** A refused request leaves nothing behind: the key may be used again. */
  readonly release: (accountId: AccountId, key: string) => Promise<void>
}

export type OrderDeps = AccountDeps &
  MeasurementDeps & {
    readonly orderIds: OrderIds
    readonly orders: Orders
    readonly refunds: Refunds
    readonly webOrders: WebOrders
    readonly idempotencyKeys: IdempotencyKeys
  }
