// Refusals of carts, baskets and checkouts (decisions.md 37 to 40).

import { megabytesText } from '../../domain/base/text/megabytes.ts'
import { maxLines } from '../../domain/cart/cart.ts'
import { checkoutSentences } from '../../domain/cart/checkout-sentences.ts'
import type { CartFailure } from '../../domain/cart/failure.ts'
import { quantityRange, rangeText } from '../../domain/catalog/options.ts'
import { openCheckoutText } from '../../domain/limits/open-checkouts.ts'
import { maxModelText, maxVisitorBytes } from '../../domain/models/size-limit.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'
import { type Refusals, retryAfter } from './refusal.ts'

export const cartRefusals: Refusals<Exclude<CartFailure, { kind: 'cart_line_refused' }>> = {
  visitor_file_too_large: [
    413,
    `Files of more than ${megabytesText(maxVisitorBytes)} need an account. Sign in and add it again (max ${maxModelText}).`,
  ],
  cart_empty: [400, `items is empty. Send 1 to ${maxLines} items.`],
  cart_too_long: ({ limit }) => [400, `items has too many entries (max ${limit}).`],
  cart_quantity_invalid: [400, `quantity must be a whole number from ${rangeText(quantityRange)}.`],
  cart_model_withdrawn: [410, 'This model is no longer in the gallery, so it cannot be ordered.'],
  cart_price_changed: ({ place, cents }) => [
    409,
    checkoutSentences.cart_price_changed({ place: String(place), amount: formatDollars(cents) }),
  ],
  cart_total_changed: ({ amount, cents }) => [
    409,
    checkoutSentences.cart_total_changed[amount]({ amount: formatDollars(cents) }),
  ],
  gift_card_unusable: [409, checkoutSentences.gift_card_unusable],
  saved_card_changed: [409, checkoutSentences.saved_card_changed],
  checkout_key_reused: [
    409,
    'This idempotencyKey was used with a different checkout. Use a new key.',
  ],
  too_many_open_orders: ({ limit, retryAfterSeconds }) => [
    429,
    checkoutSentences.too_many_open_orders({ limit: String(limit), age: openCheckoutText }),
    retryAfter(retryAfterSeconds),
  ],
  basket_full: ({ limit, room, parts }) => [
    409,
    parts === 1
      ? `The basket is full (max ${limit} lines). Check out or remove one first.`
      : `The basket has room for ${room} more ${room === 1 ? 'line' : 'lines'} (max ${limit}), and these are ${parts} parts. Nothing was added: check out or remove some first.`,
  ],
  basket_line_not_found: [404, checkoutSentences.basket_line_not_found],
  basket_line_changed: [409, checkoutSentences.basket_line_changed],
  basket_line_sliced: [
    409,
    'This file is already sliced, so its infill, layers and nozzle cannot be changed here. Slice it again and add the new file.',
  ],
  basket_changed: [409, checkoutSentences.basket_changed],
}
