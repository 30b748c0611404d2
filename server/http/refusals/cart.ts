// Refusals of carts, baskets and checkouts (decisions.md 37 to 40).

import { megabytesText } from '../../domain/base/text/megabytes.ts'
import { maxLines } from '../../domain/cart/cart.ts'
import type { CartFailure } from '../../domain/cart/failure.ts'
import { quantityRange, rangeText } from '../../domain/catalog/options.ts'
import { openCheckoutText } from '../../domain/limits/open-checkouts.ts'
import { maxModelText, maxVisitorBytes } from '../../domain/models/size-limit.ts'
import { formatDollars } from '../../domain/pricing/dollars.ts'
import { en } from '../../pages/languages/en.ts'
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
    `The price of item ${place} is now ${formatDollars(cents)}. Nothing was ordered; confirm the new price and send it again.`,
  ],
  cart_total_changed: ({ amount, cents }) => [
    409,
    amount === 'total'
      ? `The total is now ${formatDollars(cents)}. Nothing was ordered; confirm the new total and send it again.`
      : `The amount to pay is now ${formatDollars(cents)}. Nothing was ordered; check the order and pay again.`,
  ],
  gift_card_unusable: [
    409,
    'This gift card code is unknown or has no balance left. Nothing was ordered.',
  ],
  saved_card_changed: [
    409,
    'Your account has another saved card now. Nothing was ordered or charged; check the card on the button and pay again.',
  ],
  checkout_key_reused: [
    409,
    'This idempotencyKey was used with a different checkout. Use a new key.',
  ],
  too_many_open_orders: ({ limit, retryAfterSeconds }) => [
    429,
    `Your account has ${limit} orders that are not paid. Pay one of them, or wait until the oldest is cancelled, ${openCheckoutText} after it was placed. Nothing was ordered.`,
    retryAfter(retryAfterSeconds),
  ],
  basket_full: ({ limit, room, parts }) => [
    409,
    parts === 1
      ? `The basket is full (max ${limit} lines). Check out or remove one first.`
      : `The basket has room for ${room} more ${room === 1 ? 'line' : 'lines'} (max ${limit}), and these are ${parts} parts. Nothing was added: check out or remove some first.`,
  ],
  basket_line_not_found: [404, en['basket.lineGone']],
  basket_line_changed: [409, en['basket.lineChanged']],
  basket_line_sliced: [
    409,
    'This file is already sliced, so its infill, layers and nozzle cannot be changed here. Slice it again and add the new file.',
  ],
  basket_changed: [
    409,
    'The basket was changed or ordered in another window. Nothing was ordered here; check it and order again.',
  ],
}
