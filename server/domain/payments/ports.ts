// The port of the card processor. Money is integer cents.

import type { AccountId } from '../base/caller.ts'
import type { CustomerId } from '../base/customer-id.ts'
import type { OrderId } from '../base/order-id.ts'
import type { PaymentId } from '../base/payment-id.ts'
import type { PaymentMethodId } from '../base/payment-method-id.ts'
import type { BaseDeps } from '../base/ports.ts'
import type { PurchaseId } from '../base/purchase-id.ts'
import type { RefundId } from '../base/refund-id.ts'
import type { DisputeEvidence, PaymentReturns, ReturnSighting } from './returns.ts'
import type { UnmatchedPayments } from './unmatched.ts'

export type SavedCard = {
  readonly customerId: CustomerId
  readonly paymentMethodId: PaymentMethodId
  readonly brand: string
  readonly last4: string
}

/** The order that a payment names. Payments of other systems and of earlier versions may have no id. */
export type OrderReference = { readonly orderId: OrderId | null; readonly orderCode: string }

/** The processor's response to a refund. `pending`: accepted and not completed. `unknown`: no response. */
export type RefundOutcome =
  /**
   * The id is null for a refund to a gift card alone, of which the processor has no record. `recordedCents`: the amount in the processor's
   * record, which differs from the requested one where the refund was made by a request that is no longer known.
   */
  | {
      readonly kind: 'succeeded' | 'pending'
      readonly processorRefundId: string | null
      readonly recordedCents?: number
    }
  | { readonly kind: 'failed'; readonly reason: string; readonly processorRefundId: string | null }
  | { readonly kind: 'unknown' }

export type ChargeRequest = {
  readonly orderId: OrderId
  readonly orderCode: string
  readonly amountCents: number
  readonly description: string
  readonly customerId: CustomerId
  readonly paymentMethodId: PaymentMethodId
}

/**
 * `unknown`: no response arrived, so money may have moved. `rate_limited`: the processor rejected the call without processing it, so
 * the same charge may be sent again. `earlier_charge`: an earlier request charged this order's id, perhaps with other parameters
 * (another card, another code). The processor's record has its outcome, refunds included; `paymentId` names its payment where the
 * response does.
 */
export type ChargeOutcome =
  | { readonly kind: 'succeeded'; readonly paymentId: PaymentId }
  | {
      readonly kind: 'declined'
      readonly reason: string
      readonly paymentId: PaymentId | null
      /** The processor no longer knows the customer or the card. */
      readonly isCardGone?: true
    }
  | { readonly kind: 'earlier_charge'; readonly paymentId: PaymentId | null }
  | { readonly kind: 'unknown' | 'rate_limited' }

/**
 * The purpose of a call other than a charge or a refund. All such calls share one budget (limits/processor-calls.ts): public pages
 * may use the smallest part, upkeep (reconciler, events, closing of checkouts) all of it.
 */
export type CallShare = 'pages' | 'accounts' | 'upkeep'

/**
 * Whose budget a call uses. A call that an account caused uses the share of accounts and the account's own part of it, so
 * that no account can use up what belongs to all.
 */
export type CallPurpose = Exclude<CallShare, 'accounts'> | { readonly accountId: AccountId }

export const shareOf = (purpose: CallPurpose): CallShare =>
  typeof purpose === 'string' ? purpose : 'accounts'

export type CheckoutRequest = {
  readonly orderId: OrderId
  readonly orderCode: string
  readonly amountCents: number
  readonly description: string
  /** null: the payer is a guest, and the payment is found under no customer. */
  readonly customerId: CustomerId | null
  readonly successUrl: string
  readonly cancelUrl: string
  /** Distinguishes attempts to open a checkout. An equal request returns the same session. */
  readonly attempt: string
}

/** A checkout for something other than an order. */
export type PurchaseRequest = Pick<
  CheckoutRequest,
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
 * `payment`: its current state; null before there is one. It decides whether a checkout was paid: a session stays `complete` when its
 * payment is refunded in full.
 */
export type Checkout = {
  readonly sessionId: string
  readonly url: string | null
  readonly status: 'open' | 'complete' | 'expired'
  /** It names no customer, so its page shows no address and no card. */
  readonly isGuest: boolean
  readonly payment: ProcessorPayment | null
}

/** Whether a checkout was paid and its payment refunded in full since. */
export const isRefunded = ({ status, payment }: Checkout): boolean =>
  status === 'complete' && payment?.status === 'failed'

/** A payment with this deployment's marker. */
export type MarkedPayment = ProcessorPayment & {
  readonly subject:
    | { readonly kind: 'order'; readonly id: OrderId; readonly code: string }
    | { readonly kind: 'purchase'; readonly id: PurchaseId }
  /** The time by the processor's clock. */
  readonly paidAt: Date
}

/**
 * Whose payment it is. `ours`: it has this deployment's marker, or that of early releases. `other`: another marker. `unmarked`: no
 * marker; the first releases wrote none.
 */
export type PaymentOrigin = 'ours' | 'other' | 'unmarked'

export type RefundRequest = {
  readonly refundId: RefundId
  readonly paymentId: PaymentId
  /** `rest`: what is left of the payment after earlier refunds. */
  readonly amountCents: number | 'rest'
  /** The operator's reason; stored with the refund at the processor. */
  readonly reason: string
}

export type PaymentEvent = {
  readonly id: string
  readonly type: string
  /** The time by the processor's clock. */
  readonly createdAt: Date
  /** The API version of the endpoint's events, where it differs from the one that this release reads. */
  readonly otherVersion?: string
  readonly fact:
    | {
        readonly kind: 'order_paid'
        readonly orderCode: string
        /** null when the payment names none. */
        readonly orderId: OrderId | null
        /** Other systems may use the same processor account. */
        readonly origin: PaymentOrigin
        readonly paymentId: PaymentId
        readonly amountCents: number
      }
    | {
        readonly kind: 'purchase_paid'
        readonly purchaseId: PurchaseId
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
     * A refund of the payment that was not made here, or the sum of all of them. `refundedCents`: what was refunded so far; null when the
     * event does not say.
     */
    | {
        readonly kind: 'refund_elsewhere'
        readonly paymentId: PaymentId
        readonly refundedCents: number | null
      }
    /** The cardholder's bank disputes the payment, asks about it, or has decided. */
    | { readonly kind: 'dispute'; readonly paymentId: PaymentId }
    /** The bank reports the payment as fraud, before any dispute. */
    | { readonly kind: 'early_fraud_warning'; readonly paymentId: PaymentId }
    | { readonly kind: 'other' }
}

/**
 * Calls that only read or open pages throw `ProcessorUnavailable` when the processor cannot be reached, its subclass
 * `ProcessorBusy` when the budget is used up, and `ProcessorRefused` when the processor refuses the call, its subclass
 * `CustomerMissing` for a customer that it does not have. The default purpose is `pages`.
 */
export type Payments = {
  /**
   * One off-session charge. The idempotency key is the order's id, so a retry is the same charge. `once`: without repeats of a failed
   * call, for work that comes up again anyway.
   */
  readonly chargeSavedCard: (
    request: ChargeRequest,
    options?: { readonly once: boolean },
  ) => Promise<ChargeOutcome>
  /**
   * Every payment in the processor's record of this order, newest first; unsettled charges are settled from it. A payment that
   * names an order id is matched by `orderId` when given, any other by the code. Without a customer all payments of the time are read.
   */
  readonly findPayments: (
    orderCode: string,
    customerId: CustomerId | null,
    since: Date,
    options?: {
      readonly orderId?: OrderId
      readonly share?: CallPurpose
      /** Payments that were made later are not read. */
      readonly until?: Date
    },
  ) => Promise<readonly ProcessorPayment[]>
  /**
   * The same for several orders of one customer, in one listing, by the orders' ids. An order without payments is left out. Counted as
   * upkeep.
   */
  readonly findPaymentsOfOrders: (
    orders: readonly { readonly orderId: OrderId; readonly orderCode: string }[],
    customerId: CustomerId,
    since: Date,
  ) => Promise<ReadonlyMap<string, readonly ProcessorPayment[]>>
  /** The current state of a payment; null when there is none with this id. Counted as upkeep. */
  readonly readPayment: (paymentId: PaymentId) => Promise<ProcessorPayment | null>
  /**
   * A page of the payments since then that have this deployment's marker and name an order or purchase, newest first. `next`: the
   * payment after which the next page begins; null on the last page. Counted as upkeep.
   */
  readonly listMarked: (page: {
    readonly since: Date
    readonly after: string | null
  }) => Promise<{ readonly payments: readonly MarkedPayment[]; readonly next: string | null }>
  readonly openCheckout: (request: CheckoutRequest, purpose?: CallPurpose) => Promise<Checkout>
  /** For a gift card or credits. An equal request returns the same session. */
  readonly openPurchase: (request: PurchaseRequest, purpose?: CallPurpose) => Promise<Checkout>
  readonly readCheckout: (sessionId: string, purpose?: CallPurpose) => Promise<Checkout>
  readonly expireCheckout: (sessionId: string) => Promise<void>
  /**
   * Counted for the account. A repeat returns the same customer. `replacing`: the account's former customer, which the processor does
   * not have any more; a repeat for the same one returns the same new one.
   */
  readonly createCustomer: (
    accountId: AccountId,
    email: string,
    replacing?: CustomerId,
  ) => Promise<CustomerId>
  /** The processor's hosted page for saving a card. */
  readonly openCardSetup: (
    request: { customerId: CustomerId; successUrl: string; cancelUrl: string },
    purpose?: CallPurpose,
  ) => Promise<{ sessionId: string; url: string }>
  /** The saved card; null while the setup is not completed. */
  readonly readCardSetup: (sessionId: string, purpose?: CallPurpose) => Promise<SavedCard | null>
  /** Detaches the card from its customer, so that it cannot be charged. Does nothing for a card that is already detached. */
  readonly detachCard: (paymentMethodId: PaymentMethodId, purpose?: CallPurpose) => Promise<void>
  /** Deletes the customer and its cards for good. Its payments stay. Does nothing for a customer that is already deleted. */
  readonly deleteCustomer: (customerId: CustomerId, purpose?: CallPurpose) => Promise<void>
  /** The idempotency key is the refund's id, so a retry is the same refund. */
  readonly refundPayment: (request: RefundRequest) => Promise<RefundOutcome>
  /** The refund in the processor's record; null when there is none. */
  readonly findRefund: (
    request: Pick<RefundRequest, 'refundId' | 'paymentId'>,
  ) => Promise<RefundOutcome | null>
  /** Refunds, disputes and fraud warnings of the payment. Counted as upkeep. */
  readonly readReturns: (paymentId: PaymentId) => Promise<PaymentReturns>
  /** The refunds, disputes and fraud warnings since then, of any system that uses the account. Counted as upkeep. */
  readonly listReturned: (since: Date) => Promise<readonly ReturnSighting[]>
  /**
   * Sends the shop's answer to a dispute to the bank, which accepts only one. Throws `ProcessorUnavailable`. `refused`: the processor's
   * reason.
   */
  readonly submitEvidence: (
    disputeId: string,
    evidence: DisputeEvidence,
  ) => Promise<'submitted' | { readonly refused: string }>
  /** Verifies the signature; 'bad_signature' when it is missing, wrong or too old. */
  readonly parseEvent: (
    rawBody: string,
    signature: string | null,
  ) => Promise<PaymentEvent | 'bad_signature'>
}

/** Thrown when the processor cannot be reached or returns an invalid response. */
export class ProcessorUnavailable extends Error {
  override readonly name: string = 'ProcessorUnavailable'
}

/** Thrown when a call was not made because its share of the budget, or its account's part of that, is used up. */
export class ProcessorBusy extends ProcessorUnavailable {
  override readonly name: string = 'ProcessorBusy'
}

/**
 * Thrown when the processor understood a call and refused it. `message` is for logs; `reason` is the processor's, without its ids, and may
 * be shown.
 */
export class ProcessorRefused extends Error {
  override readonly name: string = 'ProcessorRefused'
  readonly reason: string
  constructor(message: string, reason: string) {
    super(message)
    this.reason = reason
  }
}

/** Thrown when the processor has no customer with the id of the call: deleted there, or of another account or mode. */
export class CustomerMissing extends ProcessorRefused {
  override readonly name: string = 'CustomerMissing'
}

/** Takes the place of the order's code in the open event of a purchase; the purchase's id takes that of the order's id. */
export const purchaseReference = 'purchase'

/** The event of a payment whose order or purchase is not in the database. */
export type OpenEvent = Pick<OrderReference, 'orderCode'> & {
  /** The purchase's id where the code is `purchaseReference`. */
  readonly orderId: string | null
  readonly id: string
  readonly type: string
  readonly paymentId: PaymentId
  readonly amountCents: number
}

/**
 * Handled processor events, so that a repeated delivery changes nothing, and open ones that wait for their order. The event of a payment
 * that paid its order before is not stored: an order stays paid by it, so that any delivery of it finds that out.
 */
export type ProcessorEvents = {
  readonly isHandled: (eventId: string) => Promise<boolean>
  /** Whether the order is paid by this payment already, so that its event changes nothing. */
  readonly isPaidBy: (orderId: OrderId, paymentId: PaymentId) => Promise<boolean>
  readonly markHandled: (eventId: string, type: string) => Promise<void>
  /** Stores the event until its order exists. Does not reopen a handled event. */
  readonly keepOpen: (event: OpenEvent) => Promise<void>
  /**
   * Open events that are due for a check at the processor, oldest first: hourly, or once a minute when their order is in the
   * database. Each is leased to the caller until it is due again.
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
