// The card processor as the product sees it. Money is integer cents.

import type { AccountId } from '../base/caller.ts'
import type { BaseDeps } from '../base/ports.ts'

export type SavedCard = {
  readonly customerId: string
  readonly paymentMethodId: string
  readonly brand: string
  readonly last4: string
}

/** How a payment names its order; payments of other systems and of earlier versions may lack the id. */
export type OrderReference = { readonly orderId: string | null; readonly orderCode: string }

/** What the processor says about a refund; `pending` = accepted and not finished, `unknown` = no answer. */
export type RefundOutcome =
  | { readonly kind: 'succeeded' | 'pending'; readonly processorRefundId: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly processorRefundId: string | null }
  | { readonly kind: 'unknown' }

export type ChargeRequest = {
  readonly orderId: string
  readonly orderCode: string
  readonly amountCents: number
  readonly description: string
  readonly customerId: string
  readonly paymentMethodId: string
}

/**
 * `unknown` = the processor's answer did not arrive: money may or may not have moved. `rate_limited` = the processor turned
 * the call away before doing anything with it: the same charge may be sent again. `earlier_charge` = the processor knows a
 * charge under this order's id, made by an earlier request, perhaps with other particulars (another card, another code): its
 * record tells what became of it, refunds included.
 */
export type ChargeOutcome =
  | { readonly kind: 'succeeded'; readonly paymentId: string }
  | { readonly kind: 'declined'; readonly reason: string; readonly paymentId: string | null }
  | { readonly kind: 'unknown' | 'rate_limited' | 'earlier_charge' }

/**
 * Who a call other than a charge or a refund is made for. All of them share one budget (limits/processor-calls.ts): public
 * pages may use the least of it, the service's own upkeep (reconciler, events, closing of checkouts) all of it.
 */
export type CallShare = 'pages' | 'accounts' | 'upkeep'

export type CheckoutRequest = {
  readonly orderId: string
  readonly orderCode: string
  readonly amountCents: number
  readonly description: string
  /** null leaves the payer a guest: such a payment is not found under any customer. */
  readonly customerId: string | null
  readonly successUrl: string
  readonly cancelUrl: string
  /** Distinguishes one attempt to open a checkout from the next; the same request again = the same session. */
  readonly attempt: string
}

export type Checkout = {
  readonly sessionId: string
  readonly url: string | null
  readonly status: 'open' | 'complete' | 'expired'
  readonly paid: boolean
  readonly paymentId: string | null
}

/** One payment the processor knows for an order. */
export type ProcessorPayment = {
  readonly paymentId: string
  /** A payment that was refunded in full is `failed`. */
  readonly status: 'succeeded' | 'processing' | 'failed'
  readonly amountCents: number
  /** The processor's words for a failed payment. */
  readonly reason: string | null
}

export type RefundRequest = {
  readonly refundId: string
  readonly paymentId: string
  readonly amountCents: number
  /** The operator's words; kept with the refund at the processor. */
  readonly reason: string
}

export type PaymentEvent = {
  readonly id: string
  readonly type: string
  readonly fact:
    | {
        readonly kind: 'order_paid'
        readonly orderCode: string
        /** As the payment names it; null when it does not. */
        readonly orderId: string | null
        /** Whether the payment carries this service's marker: other systems may share the processor account. */
        readonly ours: boolean
        readonly paymentId: string
        readonly amountCents: number
      }
    | { readonly kind: 'card_saved'; readonly card: SavedCard }
    | { readonly kind: 'card_removed'; readonly paymentMethodId: string }
    | { readonly kind: 'refund'; readonly refundId: string; readonly outcome: RefundOutcome }
    | { readonly kind: 'other' }
}

/**
 * The card processor. Calls that only read or open pages throw `ProcessorUnavailable` when it cannot be reached, and its
 * subclass `ProcessorBusy` when the budget for such calls is used up. A share that is left out is that of pages.
 */
export type Payments = {
  /** One off-session charge; the processor's idempotency key is the order's id, so a repeat is the same charge. */
  readonly chargeSavedCard: (request: ChargeRequest) => Promise<ChargeOutcome>
  /**
   * Every payment the processor has for this order, newest first: the record a doubtful charge is settled from. A payment
   * that names an order's id is matched by `orderId`, where that is given, and any other by the code.
   */
  readonly findPayments: (
    orderCode: string,
    customerId: string | null,
    since: Date,
    options?: { readonly orderId?: string; readonly share?: CallShare },
  ) => Promise<readonly ProcessorPayment[]>
  /** One payment as it is now; null when the processor has none with this id. Counted as upkeep. */
  readonly readPayment: (paymentId: string) => Promise<ProcessorPayment | null>
  readonly openCheckout: (request: CheckoutRequest, share?: CallShare) => Promise<Checkout>
  readonly readCheckout: (sessionId: string, share?: CallShare) => Promise<Checkout>
  readonly expireCheckout: (sessionId: string) => Promise<void>
  readonly createCustomer: (accountId: AccountId, email: string) => Promise<string>
  /** The processor's hosted page for saving a card. */
  readonly openCardSetup: (request: {
    customerId: string
    successUrl: string
    cancelUrl: string
  }) => Promise<{ sessionId: string; url: string }>
  /** The card a finished setup saved, null while unfinished. */
  readonly readCardSetup: (sessionId: string) => Promise<SavedCard | null>
  /** Gives back a payment made twice for one order; repeating it changes nothing. */
  readonly refund: (paymentId: string) => Promise<void>
  /** One refund by an operator; the processor's idempotency key is the refund's id, so a repeat is the same refund. */
  readonly refundPayment: (request: RefundRequest) => Promise<RefundOutcome>
  /** What the processor's record says about that refund; null when it has none. */
  readonly findRefund: (
    request: Pick<RefundRequest, 'refundId' | 'paymentId'>,
  ) => Promise<RefundOutcome | null>
  /** Verifies the signature; 'bad_signature' when it is missing, wrong or too old. */
  readonly parseEvent: (
    rawBody: string,
    signature: string | null,
  ) => Promise<PaymentEvent | 'bad_signature'>
}

/** Thrown by Payments reads when the processor cannot be reached or answers nonsense. */
export class ProcessorUnavailable extends Error {
  override readonly name: string = 'ProcessorUnavailable'
}

/** Thrown when the call was not made, because the budget for calls of its share is used up. */
export class ProcessorBusy extends ProcessorUnavailable {
  override readonly name: string = 'ProcessorBusy'
}

/** A payment that was announced before its order was in the database. */
export type OpenEvent = OrderReference & {
  readonly id: string
  readonly type: string
  readonly paymentId: string
  readonly amountCents: number
}

/** Processor events, so that a repeated delivery changes nothing, and those that wait for their order. */
export type ProcessorEvents = {
  readonly isHandled: (eventId: string) => Promise<boolean>
  readonly markHandled: (eventId: string, type: string) => Promise<void>
  /** Keeps it until its order appears; one that was handled stays handled. */
  readonly keepOpen: (event: OpenEvent) => Promise<void>
  /**
   * Open ones that are due for a look at the processor, oldest first: hourly, and once a minute when their order is in the
   * database. Each is leased to the caller until it is due again.
   */
  readonly claimOpen: (limit: number) => Promise<readonly OpenEvent[]>
  /** Marks every open event of the payment as handled. */
  readonly closePayment: (paymentId: string) => Promise<void>
}

export type PaymentDeps = BaseDeps & {
  readonly payments: Payments
  readonly processorEvents: ProcessorEvents
}
