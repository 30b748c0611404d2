// The card processor as the product sees it. Money is integer cents.
import type { AccountId } from '../accounts/caller.ts'
import type { SavedCard } from '../accounts/ports.ts'

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
 * the call away before doing anything with it: the same charge may be sent again.
 */
export type ChargeOutcome =
  | { readonly kind: 'succeeded'; readonly paymentId: string }
  | { readonly kind: 'declined'; readonly reason: string; readonly paymentId: string | null }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'rate_limited' }

/**
 * Who a call other than a charge is made for. All of them share one budget (limits/processor-calls.ts): public pages may use
 * the least of it, the service's own upkeep (reconciler, events, closing of checkouts) all of it.
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
  readonly status: 'succeeded' | 'processing' | 'failed'
  readonly amountCents: number
  /** The processor's words for a failed payment. */
  readonly reason: string | null
}

export type PaymentEvent = {
  readonly id: string
  readonly type: string
  readonly fact:
    | {
        readonly kind: 'order_paid'
        readonly orderCode: string
        readonly paymentId: string
        readonly amountCents: number
      }
    | { readonly kind: 'card_saved'; readonly card: SavedCard }
    | { readonly kind: 'card_removed'; readonly paymentMethodId: string }
    | { readonly kind: 'other' }
}

/**
 * The card processor. Calls that only read or open pages throw `ProcessorUnavailable` when it cannot be reached, and its
 * subclass `ProcessorBusy` when the budget for such calls is used up. A share that is left out is that of pages.
 */
export type Payments = {
  /** One off-session charge; the processor's idempotency key is the order's id, so a repeat is the same charge. */
  readonly chargeSavedCard: (request: ChargeRequest) => Promise<ChargeOutcome>
  /** Every payment the processor has for this order, newest first: the record a doubtful charge is settled from. */
  readonly findPayments: (
    orderCode: string,
    customerId: string | null,
    since: Date,
    share?: CallShare,
  ) => Promise<readonly ProcessorPayment[]>
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

/** Which processor events were handled, so that a repeated delivery changes nothing. */
export type ProcessorEvents = {
  readonly isHandled: (eventId: string) => Promise<boolean>
  readonly markHandled: (eventId: string, type: string) => Promise<void>
}
