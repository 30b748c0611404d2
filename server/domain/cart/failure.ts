// Refusals of a cart, a basket or a checkout. Those of one line are `LineRefusal`.
import type { LineRefusal } from './cart.ts'

export type CartFailure =
  /** Only for a visitor without an account. */
  | { readonly kind: 'visitor_file_too_large' }
  | { readonly kind: 'cart_empty' }
  | { readonly kind: 'cart_too_long'; readonly limit: number }
  /** `lineId`: the basket's line with that quantity; absent where the part is in no basket. */
  | { readonly kind: 'cart_quantity_invalid'; readonly lineId?: string }
  /** Its owner withdrew it from the gallery, or it was taken down. */
  | { readonly kind: 'cart_model_withdrawn' }
  /** The first refused line of a checkout, counted from 1. */
  | { readonly kind: 'cart_line_refused'; readonly place: number; readonly reason: LineRefusal }
  /** At checkout a line costs something other than the caller saw. */
  | { readonly kind: 'cart_price_changed'; readonly place: number; readonly cents: number }
  /** What is left to pay differs from what the buyer was shown. */
  | { readonly kind: 'cart_total_changed'; readonly dueCents: number }
  /** Unknown, or without a balance: the two are not distinguished. */
  | { readonly kind: 'gift_card_unusable' }
  | { readonly kind: 'checkout_key_reused' }
  /** The account has `limit` orders of the website that are not paid. `retryAfterSeconds`: until the oldest is cancelled. */
  | {
      readonly kind: 'too_many_open_orders'
      readonly limit: number
      readonly retryAfterSeconds: number
    }
  /** `parts` were to be added together, and there is room for fewer. Nothing was added. */
  | {
      readonly kind: 'basket_full'
      readonly limit: number
      readonly room: number
      readonly parts: number
    }
  | { readonly kind: 'basket_line_not_found' }
  /** At checkout a line is no longer in the basket: another checkout ordered it, or the buyer removed it. */
  | { readonly kind: 'basket_changed' }
