// Ports of the website's cart and checkout.
import type { AccountCaller, AccountId } from '../base/caller.ts'
import type { BasketId } from '../base/ids/basket-id.ts'
import type { BasketLineId } from '../base/ids/basket-line-id.ts'
import type { DebtFailure, Debts } from '../gift-cards/debt.ts'
import type { GiftCards, TooManyOpen } from '../gift-cards/ports.ts'
import type { VisitorFileDeps } from '../models/visitor-files.ts'
import type { InsertOutcome, OrderDeps } from '../orders/ports.ts'
import type { NewOrder, Order } from '../orders/record/order.ts'
import type { NewLine } from '../orders/record/order-lines.ts'
import type { Basket, BasketPart, OrderedLine } from './basket.ts'

/** A web order before it is written. */
export type NewCartOrder = NewOrder & {
  readonly lines: readonly NewLine[]
  readonly requestHash: string
}

/** Values stored together with a new order. */
export type PlaceOptions = {
  /** Hash of the gift card code. */
  readonly giftCodeHash: string | null
  /** The lines as they were priced. Empty for a cart that is not a basket. */
  readonly basketLines: readonly OrderedLine[]
  /** The amount due that the buyer saw; null if it was not stated. */
  readonly shownCents: number | null
  readonly dueAt: (order: Order) => Date
}

export type PlaceOutcome =
  | InsertOutcome
  | { readonly kind: 'key_taken' | 'gift_unusable' | 'basket_changed' | 'total_changed' }
  | TooManyOpen
  | DebtFailure

export type CartOrders = {
  /**
   * Writes the order with its lines and the gift card's share in one transaction. An order that the gift card covers
   * in full is marked as paid immediately, with its promised ship date and confirmation email. Ordered basket lines
   * stay in the basket until the order is paid. Each line belongs to at most one order that is not cancelled.
   *
   * The following outcomes write nothing. `gift_unusable`: the gift card is unknown or has no balance.
   * `basket_changed`: a line is no longer in the basket, was changed, or waits for another order. `too_many_open`: an amount is
   * due, and `maxOpenOrders` of the account already wait for payment. `total_changed`: the amount due differs from
   * `shownCents`, because a concurrent order used the gift card. `account_in_debt`: a gift card is given, but the
   * account cannot use any. `key_taken`: the idempotency key already has an order. Throws OrderNotWritten and
   * AccountClosed.
   */
  readonly placeOrder: (order: NewCartOrder, options: PlaceOptions) => Promise<PlaceOutcome>
}

/** New options of a basket's line. Options that it does not name stay. */
export type LineChange = {
  /** The options that they replace. */
  readonly from: Partial<BasketPart['options']>
  readonly to: Partial<BasketPart['options']>
  /** The price in cents that the buyer saw, and the quantity that it was for; null when it was not shown. */
  readonly seen: { readonly cents: number; readonly quantity: number } | null
}

export type Baskets = {
  readonly read: (id: BasketId) => Promise<Basket | null>
  readonly readOfAccount: (accountId: AccountId) => Promise<Basket | null>
  /** Returns the basket's id. An account that already has a basket keeps it. */
  readonly create: (accountId: AccountId | null) => Promise<BasketId>
  /** Creates the account of a guest. Idempotent. */
  readonly addGuest: (guest: Pick<AccountCaller, 'accountId' | 'email'>) => Promise<void>
  /** Adds all parts or none. Returns null if they were added, otherwise the number of lines that still fit. */
  readonly addParts: (basketId: BasketId, parts: readonly BasketPart[]) => Promise<number | null>
  /**
   * Adds the parts that the basket does not already contain with these settings and this quantity. Returns the same as
   * `addParts`.
   */
  readonly addMissing: (basketId: BasketId, parts: readonly BasketPart[]) => Promise<number | null>
  /**
   * 'stored' also if the line already has the options. The following outcomes store nothing. 'changed': the line's
   * options are no longer `from`. 'waits': the line's order can still be paid. 'gone': the line was removed or ordered.
   */
  readonly setOptions: (
    basketId: BasketId,
    lineId: BasketLineId,
    change: LineChange,
  ) => Promise<'stored' | 'changed' | 'waits' | 'gone'>
  /** 'waits': the line's order can still be paid, so the line was not removed. */
  readonly removeLine: (
    basketId: BasketId,
    lineId: BasketLineId,
  ) => Promise<'removed' | 'waits' | 'gone'>
  /** Stores the prices that the visitor saw, by line. */
  readonly saveSeen: (
    basketId: BasketId,
    prices: ReadonlyMap<BasketLineId, number>,
  ) => Promise<void>
  /**
   * Moves the lines of a basket without an account to the account's basket: as many as fit, and all that wait for a
   * payment. Makes the account an owner of their models, except gallery models. Idempotent.
   */
  readonly merge: (basketId: BasketId, accountId: AccountId) => Promise<void>
}

export type CartDeps = OrderDeps &
  VisitorFileDeps & {
    readonly giftCards: GiftCards
    readonly debts: Debts
    readonly cartOrders: CartOrders
    readonly baskets: Baskets
  }
