// The port of the card processor. Amounts in integer cents.

import type { AccountId } from '../base/caller.ts'
import type { CustomerId } from '../base/ids/customer-id.ts'
import type { DisputeId } from '../base/ids/dispute-id.ts'
import type { OrderId } from '../base/ids/order-id.ts'
import type { PaymentId } from '../base/ids/payment-id.ts'
import type { PaymentMethodId } from '../base/ids/payment-method-id.ts'
import type { PurchaseId } from '../base/ids/purchase-id.ts'
import type { RefundId } from '../base/ids/refund-id.ts'
import type { BaseDeps } from '../base/ports.ts'
import type { DeclineCode } from './decline-codes.ts'
import type { RefundOutcome } from './refund-outcome.ts'
import type { DisputeEvidence, PaymentReturns, ReturnSighting } from './returns.ts'
import type { UnmatchedPayments } from './unmatched.ts'

export type SavedCard = {
  readonly customerId: CustomerId
  readonly paymentMethodId: PaymentMethodId
  readonly brand: string
  readonly last4: string
}

/** The order referenced by a payment. Payments of other systems and of earlier versions may have no id. */
export type OrderReference = {
  /** As the payment's metadata states it. */
  readonly orderId: string | null
  readonly orderCode: string
}

export type ChargeRequest = {
  readonly orderId: OrderId
  readonly orderCode: string
  readonly amountCents: number
  readonly description: string
  readonly customerId: CustomerId
  readonly paymentMethodId: PaymentMethodId
}

/**
 * `unknown`: no response arrived, so money may have moved. `rate_limited`: the processor rejected the call without
 * processing it, so that the same charge can be sent again. `earlier_charge`: an earlier request charged this order's
 * id, possibly with other parameters (another card, another code). The processor's record has its outcome including
 * refunds; `paymentId` is set if the response contains it.
 */
export type ChargeOutcome =
  | { readonly kind: 'succeeded'; readonly paymentId: PaymentId }
  | {
      readonly kind: 'declined'
      /** In the processor's words, in English. */
      readonly reason: string
      /** Absent if the processor names no reason, or another one. */
      readonly code?: DeclineCode
      readonly paymentId: PaymentId | null
      /** The processor no longer has the customer or the card. */
      readonly isCardGone?: true
      /** The bank requires the cardholder's confirmation (3-D Secure), which is possible on a payment page. */
      readonly needsAuthentication?: true
    }
  | { readonly kind: 'earlier_charge'; readonly paymentId: PaymentId | null }
  | { readonly kind: 'unknown' | 'rate_limited' }

/**
 * The purpose of a call other than a charge or a refund. All such calls share one budget (limits/processor-calls.ts):
 * public pages have the smallest part, while upkeep (reconciler, events, closing of checkouts) can use all of it.
 */
export type CallShare = 'pages' | 'accounts' | 'upkeep'

/**
 * The budget that a call uses. A call caused by an account uses the share of accounts and the account's part of it, so
 * that no account can exhaust the shared budget.
 */
export type CallPurpose = Exclude<CallShare, 'accounts'> | { readonly accountId: AccountId }

export const shareOf = (purpose: CallPurpose): CallShare =>
  typeof purpose === 'string' ? purpose : 'accounts'

export type PaymentPageRequest = {
  readonly orderId: OrderId
  readonly orderCode: string
  readonly amountCents: number
  readonly description: string
  /** null: the payer is a guest, and the payment belongs to no customer. */
  readonly customerId: CustomerId | null
  readonly successUrl: string
  readonly cancelUrl: string
  /** Distinguishes attempts to open a checkout. An equal request returns the same session. */
  readonly attempt: string
}

/** A checkout for something other than an order. */
export type PurchaseRequest = Pick<
  PaymentPageRequest,
  'amountCents' | 'description' | 'successUrl' | 'cancelUrl'
> & { readonly purchaseId: PurchaseId; readonly customerId: CustomerId }

/** One payment in the processor's record of an order. */
export type ProcessorPayment = {
  readonly paymentId: PaymentId
  /** A fully refunded payment is `failed`. */
  readonly status: 'succeeded' | 'processing' | 'failed'
  readonly amountCents: number
  /** The processor's reason for a failed payment. */
  readonly reason: string | null
  readonly createdAt: Date
}

/**
 * `payment`: its current state; null before there is one. It determines whether a checkout was paid: a session stays
 * `complete` after its payment is refunded in full.
 */
export type Checkout = {
  readonly sessionId: string
  readonly url: string | null
  readonly status: 'open' | 'complete' | 'expired'
  /** Whether the session has no customer, so that its page shows no address and no card. */
  readonly isGuest: boolean
  readonly payment: ProcessorPayment | null
}

/** Whether a checkout was paid and its payment later refunded in full. */
export const isRefunded = ({ status, payment }: Checkout): boolean =>
  status === 'complete' && payment?.status === 'failed'

/** A payment with this deployment's marker. */
export type MarkedPayment = ProcessorPayment & {
  readonly subject:
    | { readonly kind: 'order'; readonly id: OrderId; readonly code: string }
    | { readonly kind: 'purchase'; readonly id: PurchaseId }
  /** By the processor's clock. */
  readonly paidAt: Date
}

/**
 * The origin of a payment. `ours`: it has this deployment's marker, or that of early releases. `other`: another
 * marker. `unmarked`: no marker, as in the first releases.
 */
export type PaymentOrigin = 'ours' | 'other' | 'unmarked'

export type RefundRequest = {
  readonly refundId: RefundId
  readonly paymentId: PaymentId
  /** `rest`: the remainder of the payment after earlier refunds. */
  readonly amountCents: number | 'rest'
  /** The operator's reason. Stored with the refund at the processor. */
  readonly reason: string
}

export type PaymentEvent = {
  readonly id: string
  readonly type: string
  /** By the processor's clock. */
  readonly createdAt: Date
  /** The API version of the endpoint's events, if it differs from the version that this release reads. */
  readonly otherVersion?: string
  readonly fact:
    | {
        readonly kind: 'order_paid'
        readonly orderCode: string
        /** As the metadata states it; null if the payment contains none. */
        readonly orderId: string | null
        /** Other systems may use the same processor account. */
        readonly origin: PaymentOrigin
        readonly paymentId: PaymentId
        readonly amountCents: number
      }
    | {
        readonly kind: 'purchase_paid'
        /** As the metadata states it. */
        readonly purchaseId: string
        readonly origin: PaymentOrigin
        readonly paymentId: PaymentId
        readonly amountCents: number
      }
    | { readonly kind: 'card_saved'; readonly card: SavedCard }
    | { readonly kind: 'card_removed'; readonly paymentMethodId: PaymentMethodId }
    | { readonly kind: 'customer_deleted'; readonly customerId: CustomerId }
    | {
        readonly kind: 'refund'
        readonly refundId: RefundId
        readonly outcome: RefundOutcome
        readonly paymentId: PaymentId | null
      }
    /**
     * A refund of the payment that was made elsewhere, or the sum of all refunds. `refundedCents`: total refunded so
     * far; null if the event does not state it.
     */
    | {
        readonly kind: 'refund_elsewhere'
        readonly paymentId: PaymentId
        readonly refundedCents: number | null
      }
    /** The cardholder's bank disputes the payment, makes an inquiry, or has decided. */
    | { readonly kind: 'dispute'; readonly paymentId: PaymentId }
    /** The bank reports the payment as fraud, before any dispute. */
    | { readonly kind: 'early_fraud_warning'; readonly paymentId: PaymentId }
    | { readonly kind: 'other' }
}

/**
 * Calls that only read or open pages throw `ProcessorUnavailable` if the processor cannot be reached, its subclass
 * `ProcessorBusy` if the budget is used up, and `ProcessorRefused` if the processor refuses the call, with its
 * subclass `CustomerMissing` for a customer that it does not have. Default purpose: `pages`.
 */
export type Payments = {
  /**
   * Makes one off-session charge. The idempotency key is the order's id, so that a retry is the same charge. `once`:
   * does not retry a failed call, for work that is retried later anyway.
   */
  readonly chargeSavedCard: (
    request: ChargeRequest,
    options?: { readonly once: boolean },
  ) => Promise<ChargeOutcome>
  /**
   * Returns every payment in the processor's record of this order, newest first. Unsettled charges are settled from
   * it. A payment with an order id is matched by `orderId` if given, otherwise by the code. Without a customer, reads
   * all payments of the period.
   */
  readonly findPayments: (
    orderCode: string,
    customerId: CustomerId | null,
    since: Date,
    options?: {
      readonly orderId?: OrderId
      readonly purpose?: CallPurpose
      /** Excludes later payments. */
      readonly until?: Date
    },
  ) => Promise<readonly ProcessorPayment[]>
  /**
   * Finds the payments of several orders of one customer by order id, in one listing. Omits orders without payments.
   * Uses the upkeep budget.
   */
  readonly findPaymentsOfOrders: (
    orders: readonly { readonly orderId: OrderId; readonly orderCode: string }[],
    customerId: CustomerId,
    since: Date,
  ) => Promise<ReadonlyMap<string, readonly ProcessorPayment[]>>
  /** Returns the current state of a payment; null if there is none with this id. Uses the upkeep budget. */
  readonly readPayment: (paymentId: PaymentId) => Promise<ProcessorPayment | null>
  /**
   * Returns a page of payments since then that have this deployment's marker and reference an order or purchase,
   * newest first. `next`: the payment after which the next page begins; null on the last page. Uses the upkeep budget.
   */
  readonly listMarked: (page: {
    readonly since: Date
    readonly after: string | null
  }) => Promise<{ readonly payments: readonly MarkedPayment[]; readonly next: string | null }>
  readonly openCheckout: (request: PaymentPageRequest, purpose?: CallPurpose) => Promise<Checkout>
  /** Opens a checkout for a gift card or credits. An equal request returns the same session. */
  readonly openPurchase: (request: PurchaseRequest, purpose?: CallPurpose) => Promise<Checkout>
  readonly readCheckout: (sessionId: string, purpose?: CallPurpose) => Promise<Checkout>
  readonly expireCheckout: (sessionId: string) => Promise<void>
  /**
   * Creates the account's customer. Uses the account's budget. A repeat returns the same customer. `replacing`: the
   * account's former customer, which the processor no longer has; a repeat for the same one returns the same new
   * customer.
   */
  readonly createCustomer: (
    accountId: AccountId,
    email: string,
    replacing?: CustomerId,
  ) => Promise<CustomerId>
  /** Opens the processor's hosted page for saving a card. */
  readonly openCardSetup: (
    request: { customerId: CustomerId; successUrl: string; cancelUrl: string },
    purpose?: CallPurpose,
  ) => Promise<{ sessionId: string; url: string }>
  /** Returns the saved card; null while the setup is incomplete. */
  readonly readCardSetup: (sessionId: string, purpose?: CallPurpose) => Promise<SavedCard | null>
  /** Detaches the card from its customer, so that it cannot be charged. Does nothing for a detached card. */
  readonly detachCard: (paymentMethodId: PaymentMethodId, purpose?: CallPurpose) => Promise<void>
  /** Permanently deletes the customer and its cards. Its payments stay. Does nothing for a deleted customer. */
  readonly deleteCustomer: (customerId: CustomerId, purpose?: CallPurpose) => Promise<void>
  /** Requests a refund. The idempotency key is the refund's id, so that a retry is the same refund. */
  readonly refundPayment: (request: RefundRequest) => Promise<RefundOutcome>
  /** Returns the refund from the processor's record; null if there is none. */
  readonly findRefund: (
    request: Pick<RefundRequest, 'refundId' | 'paymentId'>,
  ) => Promise<RefundOutcome | null>
  /** Returns the payment's refunds, disputes and fraud warnings. Uses the upkeep budget. */
  readonly readReturns: (paymentId: PaymentId) => Promise<PaymentReturns>
  /**
   * Returns refunds, disputes and fraud warnings since then, of any system with the same account. Uses the upkeep
   * budget.
   */
  readonly listReturned: (since: Date) => Promise<readonly ReturnSighting[]>
  /**
   * Sends the shop's response to a dispute to the bank, which accepts only one. Throws `ProcessorUnavailable`.
   * `refused`: the processor's reason.
   */
  readonly submitEvidence: (
    disputeId: DisputeId,
    evidence: DisputeEvidence,
  ) => Promise<'submitted' | { readonly refused: string }>
  /** Verifies the signature; 'bad_signature' if it is missing, wrong or too old. */
  readonly parseEvent: (
    rawBody: string,
    signature: string | null,
  ) => Promise<PaymentEvent | 'bad_signature'>
}

/** Thrown if the processor cannot be reached or returns an invalid response. */
export class ProcessorUnavailable extends Error {
  override readonly name: string = 'ProcessorUnavailable'
}

/** Thrown if a call was not made because its share of the budget, or its account's part, is used up. */
export class ProcessorBusy extends ProcessorUnavailable {
  override readonly name: string = 'ProcessorBusy'
}

/**
 * Thrown if the processor understood a call and refused it. `message` is for logs; `reason` is the processor's reason
 * without its ids, and can be shown.
 */
export class ProcessorRefused extends Error {
  override readonly name: string = 'ProcessorRefused'
  readonly reason: string
  constructor(message: string, reason: string) {
    super(message)
    this.reason = reason
  }
}

/** Thrown if the processor has no customer with this id: deleted there, or created under another account or mode. */
export class CustomerMissing extends ProcessorRefused {
  override readonly name: string = 'CustomerMissing'
}

/** Used instead of an order code in the open event of a purchase; the purchase's id is used instead of the order's id. */
export const purchaseReference = 'purchase'

/** The event of a payment whose order or purchase is not in the database. */
export type OpenEvent = Pick<OrderReference, 'orderCode'> & {
  /** The purchase's id if the code is `purchaseReference`. */
  readonly orderId: string | null
  readonly id: string
  readonly type: string
  readonly paymentId: PaymentId
  readonly amountCents: number
}

/**
 * Handled processor events, so that a repeated delivery changes nothing, and open events that wait for their order.
 * The event of a payment that has already paid its order is not stored: the order records the payment, so every
 * delivery is detected as a repeat.
 */
export type ProcessorEvents = {
  readonly isHandled: (eventId: string) => Promise<boolean>
  /** Whether the order is already paid by this payment, so that its event changes nothing. */
  readonly isPaidBy: (orderId: OrderId, paymentId: PaymentId) => Promise<boolean>
  readonly markHandled: (eventId: string, type: string) => Promise<void>
  /** Stores the event until its order exists. Does not reopen a handled event. */
  readonly keepOpen: (event: OpenEvent) => Promise<void>
  /**
   * Returns open events that are due for a check at the processor, oldest first: hourly, or every minute if their
   * order is in the database. Each is leased to the caller until it is due again.
   */
  readonly claimOpen: (limit: number) => Promise<readonly OpenEvent[]>
  /** Marks every open event of the payment as handled. */
  readonly closePayment: (paymentId: PaymentId) => Promise<void>
}

export type PaymentDeps = BaseDeps & {
  readonly payments: Payments
  readonly processorEvents: ProcessorEvents
  readonly unmatchedPayments: UnmatchedPayments
}
