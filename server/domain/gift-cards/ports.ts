// Ports of gift cards and of other purchases that are not prints.

import type { AccountDeps } from '../accounts/ports.ts'
import type { AccountId } from '../base/caller.ts'
import type { PaymentId } from '../base/ids/payment-id.ts'
import type { PurchaseId } from '../base/ids/purchase-id.ts'
import type { KeyedBytes } from '../base/ports.ts'
import type { Debts } from './debt.ts'

export type CreditPack = { readonly credits: number; readonly cents: number }

export type GiftCards = {
  /** Returns the balance in cents; 0 for an unknown and for a spent card, by the same query. */
  readonly readBalance: (codeHash: string) => Promise<number>
}

export type PurchaseGoods =
  | {
      readonly kind: 'gift_card'
      readonly recipientEmail: string
      readonly message: string | null
    }
  | { readonly kind: 'credits'; readonly credits: number }

export type NewPurchase = {
  readonly id: PurchaseId
  readonly accountId: AccountId
  readonly amountCents: number
  readonly goods: PurchaseGoods
}

export type Purchase = NewPurchase & {
  /** null until it is paid. */
  readonly paymentId: PaymentId | null
  readonly checkoutSessionId: string | null
}

/**
 * `paid`: this call delivered the goods. `duplicate`: another payment already paid for it, and this one is refunded.
 * `wrong_amount`: an operator must check it. `being_returned`: the payment is being refunded because its purchase was
 * missing.
 */
export type PurchasePaid =
  | 'paid'
  | 'already'
  | 'duplicate'
  | 'wrong_amount'
  | 'being_returned'
  | 'no_such_purchase'

/** `secondsLeft`: time until the oldest open purchase expires. */
export type TooManyOpen = { readonly kind: 'too_many_open'; readonly secondsLeft: number }

export type PurchasePayment = {
  readonly purchaseId: PurchaseId
  readonly paymentId: PaymentId
  readonly amountCents: number
}

export type Purchases = {
  /**
   * Inserts the purchase unless the account has `maxOpenPurchases` unpaid ones within the last day. Concurrent calls
   * do not exceed this limit.
   */
  readonly insert: (purchase: NewPurchase) => Promise<{ readonly kind: 'inserted' } | TooManyOpen>
  /** Removes an unpaid purchase without a checkout, which cannot be paid. */
  readonly withdraw: (id: PurchaseId) => Promise<void>
  readonly saveCheckout: (id: PurchaseId, sessionId: string) => Promise<void>
  readonly read: (id: PurchaseId) => Promise<Purchase | null>
  /**
   * Marks the purchase as paid in one transaction, once per purchase. Adds the credits to the account's ledger, or
   * creates the gift card and queues its email. `giftCodeHash`: the hash of the gift card's code.
   */
  readonly markPaid: (payment: PurchasePayment, giftCodeHash: string) => Promise<PurchasePaid>
  /**
   * Claims unpaid purchases whose checkout may have been paid without an event, hourly for a day. Each is leased to
   * the caller.
   */
  readonly claimOpen: (limit: number) => Promise<readonly Purchase[]>
}

export type PurchaseDeps = AccountDeps & {
  readonly orderIds: KeyedBytes
  /** The packs for sale. */
  readonly creditPacks: readonly CreditPack[]
  readonly giftCards: GiftCards
  readonly purchases: Purchases
  readonly debts: Debts
}
