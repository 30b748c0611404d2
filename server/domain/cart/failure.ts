// Failures of a cart, a basket or a checkout. Failures of one line are `LineRefusal`.
import type { BasketLineId } from '../base/ids/basket-line-id.ts'
import type { DebtFailure } from '../gift-cards/debt.ts'
import type { IdempotencyFailure } from '../idempotency/failure.ts'
import type { LimitFailure } from '../limits/failure.ts'
import type { OrderFailure } from '../orders/failure.ts'
import type { LineRefusal } from './cart.ts'

export type CartFailure =
  /** Only for a visitor without an account. */
  | { readonly kind: 'visitor_file_too_large' }
  | { readonly kind: 'cart_empty' }
  | { readonly kind: 'cart_too_long'; readonly limit: number }
  /** `lineId`: the basket line with that quantity; absent for a part outside a basket. */
  | { readonly kind: 'cart_quantity_invalid'; readonly lineId?: BasketLineId }
  /** The owner withdrew the model from the gallery, or an operator removed it. */
  | { readonly kind: 'cart_model_withdrawn' }
  /** The first refused line of a checkout. `place` starts at 1. */
  | { readonly kind: 'cart_line_refused'; readonly place: number; readonly reason: LineRefusal }
  /** At checkout a line price differs from the price that the caller saw. */
  | { readonly kind: 'cart_price_changed'; readonly place: number; readonly cents: number }
  /**
   * `due`: the amount due differs from the amount that the buyer saw. `total`: print price plus postage differs from
   * the total that the caller saw.
   */
  | {
      readonly kind: 'cart_total_changed'
      readonly amount: 'due' | 'total'
      readonly cents: number
    }
  /** Unknown or without a balance. The failure does not reveal which. */
  | { readonly kind: 'gift_card_unusable' }
  /** The account's saved card is not the one that the button named. */
  | { readonly kind: 'saved_card_changed' }
  | { readonly kind: 'checkout_key_reused' }
  /** The account has `limit` unpaid web orders. `retryAfterSeconds`: time until the oldest is cancelled. */
  | {
      readonly kind: 'too_many_open_orders'
      readonly limit: number
      readonly retryAfterSeconds: number
    }
  /** `parts` were to be added together, but fewer fit into the basket. Nothing was added. */
  | {
      readonly kind: 'basket_full'
      readonly limit: number
      readonly room: number
      readonly parts: number
    }
  | { readonly kind: 'basket_line_not_found' }
  /** Another window changed the line's settings since the buyer saw them. Nothing was stored. */
  | { readonly kind: 'basket_line_changed'; readonly lineId: BasketLineId }
  /** The slicer of the line's file has chosen infill, layers and nozzle already. */
  | { readonly kind: 'basket_line_sliced'; readonly lineId: BasketLineId }
  /** At checkout a line is no longer in the basket, because another checkout ordered it or the buyer removed it. */
  | { readonly kind: 'basket_changed' }

export type CheckoutFailure =
  | CartFailure
  | DebtFailure
  | LimitFailure
  | OrderFailure
  | IdempotencyFailure
