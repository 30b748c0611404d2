// Refusals of carts, baskets, checkouts and purchases (decisions.md 37 to 40).

import { unreachable } from '../../domain/base/result.ts'
import type { CartFailure } from '../../domain/cart/failure.ts'
import { quantityRange } from '../../domain/catalog/options.ts'
import { giftAmountCents } from '../../domain/gift-cards/buy.ts'
import type { PurchaseFailure } from '../../domain/gift-cards/failure.ts'
import { maxModelText, maxVisitorMegabytes } from '../../domain/models/size-limit.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'
import { debtRefusal } from './debt-refusal.ts'

type Refusal = {
  readonly status: number
  readonly error: string
  readonly headers?: Record<string, string>
}

export type WebFailure = PurchaseFailure | Exclude<CartFailure, { kind: 'cart_line_refused' }>

export function webRefusal(failure: WebFailure): Refusal {
  switch (failure.kind) {
    case 'visitor_file_too_large':
      return {
        status: 413,
        error: `Files of more than ${maxVisitorMegabytes} MB need an account. Sign in and add it again (max ${maxModelText}).`,
      }
    case 'cart_empty':
      return { status: 400, error: 'items is empty. Send 1 to 50 items.' }
    case 'cart_too_long':
      return { status: 400, error: `items has too many entries (max ${failure.limit}).` }
    case 'cart_quantity_invalid': {
      const { min, max } = quantityRange
      return { status: 400, error: `quantity must be a whole number from ${min} to ${max}.` }
    }
    case 'cart_model_withdrawn':
      return {
        status: 410,
        error: 'This model is no longer in the gallery, so it cannot be ordered.',
      }
    case 'cart_price_changed':
      return {
        status: 409,
        error: `The price of item ${failure.place} is now ${formatDollars(failure.cents)}. Nothing was ordered; confirm the new price and send it again.`,
      }
    case 'cart_total_changed':
      return {
        status: 409,
        error: `The amount to pay is now ${formatDollars(failure.dueCents)}. Nothing was ordered; check the order and pay again.`,
      }
    case 'gift_card_unusable':
      return {
        status: 409,
        error: 'This gift card code is unknown or has no balance left. Nothing was ordered.',
      }
    case 'checkout_key_reused':
      return {
        status: 409,
        error: 'This idempotencyKey was used with a different checkout. Use a new key.',
      }
    case 'basket_full':
      return {
        status: 409,
        error: `The basket is full (max ${failure.limit} lines). Check out or remove one first.`,
      }
    case 'basket_line_not_found':
      return { status: 404, error: 'That line is not in the basket any more.' }
    case 'basket_changed':
      return {
        status: 409,
        error:
          'The basket was changed or ordered in another window. Nothing was ordered here; check it and order again.',
      }
    case 'too_many_open_orders':
      return {
        status: 429,
        error: `Your account has ${failure.limit} orders that are not paid. Pay one of them, or wait until the oldest is cancelled, a day after it was placed. Nothing was ordered.`,
        headers: { 'retry-after': String(failure.retryAfterSeconds) },
      }
    case 'too_many_open_purchases':
      return {
        status: 429,
        error: `Your account has ${failure.limit} payment pages open. Pay at one of them, or wait until the oldest ends, a day after it was opened. Nothing was charged.`,
        headers: { 'retry-after': String(failure.retryAfterSeconds) },
      }
    case 'account_in_debt':
      return debtRefusal(failure)
    case 'gift_amount_invalid': {
      const { min, max } = giftAmountCents
      return {
        status: 400,
        error: `amountCents must be a whole number from ${min} to ${max}.`,
      }
    }
    case 'gift_recipient_invalid':
      return {
        status: 400,
        error: 'recipientEmail must be one plain email address, such as name@example.com.',
      }
    case 'gift_message_too_long':
      return { status: 400, error: `message is too long (max ${failure.limit} characters).` }
    case 'credit_pack_unknown':
      return { status: 400, error: `Invalid pack. One of: ${failure.packs.join(', ')}` }
    default:
      return unreachable(failure)
  }
}
