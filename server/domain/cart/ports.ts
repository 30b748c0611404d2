// Ports of the cart and the checkout of the website.
import type { AccountCaller, AccountId } from '../base/caller.ts'
import type { DebtFailure, Debts } from '../gift-cards/debt.ts'
import type { GiftCards, TooManyOpen } from '../gift-cards/ports.ts'
import type { VisitorFileDeps } from '../models/visitor-files.ts'
import type { NewOrder, Order } from '../orders/order.ts'
import type { NewLine } from '../orders/order-lines.ts'
import type { OrderDeps } from '../orders/ports.ts'
import type { Basket, BasketPart } from './basket.ts'

/** An order of the website before it is written. */
export type NewCartOrder = NewOrder & {
  readonly lines: readonly NewLine[]
  readonly requestHash: string
}

/** What an order is placed with, besides the order itself. */
export type PlaceOptions = {
  /** Hash of the gift card's code. */
  readonly giftCodeHash: string | null
  /** Empty for a cart that is not a basket. */
  readonly basketLineIds: readonly string[]
  /** The amount left to pay that the buyer was shown; null where it was not stated. */
  readonly shownCents: number | null
  readonly dueAt: (order: Order) => Date
}

export type Checkouts = {
  /**
   * One transaction: the order with its lines, and the gift card's share of it. An order that the card pays in full is paid at once,
   * with its promised ship date and its confirmation mail. The lines of a basket that it orders stay in the basket until it is paid.
   * Each belongs to one order that is not given up. 'gift_unusable': the card is unknown or has nothing left, and nothing was written.
   * 'basket_changed': a line is not in the basket any more, or waits for another order, and nothing was written. 'too_many_open':
   * something is left to pay, and `maxOpenOrders` of the account wait for their payment already; nothing was written. 'total_changed':
   * another amount than `shownCents` is left to pay, because a concurrent order took from the gift card, and nothing was written.
   * 'account_in_debt': a gift card is given and the account can use none, and nothing was written. 'key_taken': the idempotency key has
   * an order. Throws
   * OrderNotWritten and AccountClosed.
   */
  readonly place: (
    order: NewCartOrder,
    options: PlaceOptions,
  ) => Promise<
    | 'inserted'
    | 'code_taken'
    | 'id_taken'
    | 'key_taken'
    | 'gift_unusable'
    | 'basket_changed'
    | 'total_changed'
    | TooManyOpen
    | DebtFailure
  >
}

export type Baskets = {
  readonly read: (id: string) => Promise<Basket | null>
  readonly readOfAccount: (accountId: AccountId) => Promise<Basket | null>
  /** Returns the basket's id. An account that already has a basket keeps it. */
  readonly create: (accountId: AccountId | null) => Promise<string>
  /** The account of a guest. A repeat changes nothing. */
  readonly addGuest: (guest: Pick<AccountCaller, 'accountId' | 'email'>) => Promise<void>
  /** All or none: how many lines it has room for when it cannot hold them; null = they are in it. */
  readonly addParts: (basketId: string, parts: readonly BasketPart[]) => Promise<number | null>
  /** False when the basket has no such line. */
  readonly setQuantity: (basketId: string, lineId: string, quantity: number) => Promise<boolean>
  /** 'waits': its order may still be paid, so it was not removed. */
  readonly removeLine: (basketId: string, lineId: string) => Promise<'removed' | 'waits' | 'gone'>
  /** Stores the prices that the visitor sees, by line. */
  readonly saveSeen: (basketId: string, prices: ReadonlyMap<string, number>) => Promise<void>
  /**
   * Moves the lines of a basket without an account to the account's, as many as it can hold and all that wait for a payment, and makes
   * the account an owner of their models but for those of the gallery. A repeat moves nothing.
   */
  readonly merge: (basketId: string, accountId: AccountId) => Promise<void>
}

export type CartDeps = OrderDeps &
  VisitorFileDeps & {
    readonly giftCards: GiftCards
    readonly debts: Debts
    readonly checkouts: Checkouts
    readonly baskets: Baskets
  }
