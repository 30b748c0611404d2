// Ports of gift cards, and of what is bought besides prints.

import type { AccountDeps } from '../accounts/ports.ts'
import type { AccountId } from '../base/caller.ts'
import type { PaymentId } from '../base/payment-id.ts'
import type { KeyedBytes } from '../base/ports.ts'
import type { PurchaseId } from '../base/purchase-id.ts'
import type { Debts } from './debt.ts'

export type CreditPack = { readonly credits: number; readonly cents: number }

export type GiftCards = {
  /** In cents; 0 for an unknown and for a spent card, by the same query. */
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
  /** Null until it is paid. */
  readonly paymentId: PaymentId | null
  readonly checkoutSessionId: string | null
}

/**
 * `paid`: this call delivered what was bought. `duplicate`: another payment had paid it; this one is refunded. `wrong_amount`: a person
 * has to check it. `being_returned`: the payment is being refunded, because its purchase was missing.
 */
export type PurchasePaid =
  | 'paid'
  | 'already'
  | 'duplicate'
  | 'wrong_amount'
  | 'being_returned'
  | 'no_such_purchase'

/** `secondsLeft`: until the oldest open one no longer counts. */
export type TooManyOpen = { readonly kind: 'too_many_open'; readonly secondsLeft: number }

export type PurchasePayment = {
  readonly purchaseId: PurchaseId
  readonly paymentId: PaymentId
  readonly amountCents: number
}

export type Purchases = {
  /** Unless the account has `maxOpenPurchases` unpaid ones of the last day. Concurrent calls do not exceed that together. */
  readonly insert: (purchase: NewPurchase) => Promise<'inserted' | TooManyOpen>
  /** Removes an unpaid one without a checkout, which cannot be paid. */
  readonly withdraw: (id: PurchaseId) => Promise<void>
  readonly saveCheckout: (id: PurchaseId, sessionId: string) => Promise<void>
  readonly read: (id: PurchaseId) => Promise<Purchase | null>
  /**
   * One transaction, once for each purchase: marks it paid, and adds the credits to the account's ledger, or makes the gift card and
   * queues its mail. `giftCodeHash`: of the code of its gift card.
   */
  readonly markPaid: (payment: PurchasePayment, giftCodeHash: string) => Promise<PurchasePaid>
  /** Unpaid ones whose checkout may have been paid without an event, hourly for a day. Each is leased to the caller. */
  readonly claimOpen: (limit: number) => Promise<readonly Purchase[]>
}

export type PurchaseDeps = AccountDeps & {
  readonly orderIds: KeyedBytes
  /** The packs that are sold. */
  readonly creditPacks: readonly CreditPack[]
  readonly giftCards: GiftCards
  readonly purchases: Purchases
  readonly debts: Debts
}
