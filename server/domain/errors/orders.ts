// Codes of prices, orders, carts and payments.
import { maxWaitSeconds } from '../orders/read/read-order.ts'
import type { Advice } from './advice.ts'

export const orderErrors = {
  shipping_fields_missing: [
    'Fields of the address are empty. The sentence lists them. Nothing was stored or charged.',
    'Fill in all of them: `recipientName`, `street1`, `city`, `state` and `zip` are always needed.',
  ],
  country_not_served: [
    'We do not ship to this country, or its code is not known.',
    'Send the ISO code of two letters; GB is the code of the United Kingdom. `list_materials` of the agent endpoint has the countries.',
  ],
  material_unknown: [
    'There is no such material.',
    'Use one of the names that the [reference](/docs/reference) lists; letter case does not matter.',
  ],
  quality_unknown: ['There is no such quality.', 'Send `standard` or `premium`.'],
  total_below_minimum: ['The order costs less than a card can be charged.', 'Order more pieces.'],
  order_not_found: [
    'The account has no order with this code. Orders of other accounts look the same.',
    'Send the code as it was returned, in capitals, with the key of the account that ordered.',
  ],
  wait_invalid: [
    '`wait` is not a number of seconds that a read may wait.',
    `Send a whole number from 0 to ${maxWaitSeconds}, or leave it out.`,
  ],
  vat_id_invalid: [
    'The VAT ID does not have the form of one.',
    'Send it with the prefix of its country, or leave it out.',
  ],
  dry_run_invalid: [
    '`dryRun` is neither `true` nor `false`, or it was sent in the query. Nothing was stored or charged.',
    'Send `true` as a field of the form, or leave it out to order.',
  ],
  max_total_invalid: [
    '`maxTotal` is not an amount of dollars.',
    'Send a number above 0 with at most two decimals.',
  ],
  above_max_total: [
    'The order costs more than its `maxTotal`. Nothing was stored, ordered or charged.',
    'Ask the buyer, then send it with a higher `maxTotal` or without one.',
  ],
  spending_limit_reached: [
    'The order would exceed the daily spending limit of the key or the account. Nothing was ordered or charged.',
    'Raise the limit on the account page, or order again after the time that the sentence names. Do not retry before.',
  ],
  order_not_written: [
    'The order could not be saved. Nothing was charged.',
    'Send it again, with the same `Idempotency-Key`.',
  ],
  order_unconfirmed: [
    'Something broke while the order was being saved or charged, so it may exist.',
    'Send it again with the same `Idempotency-Key`, or read the order. Never submit it under a new key.',
  ],
  idempotency_key_invalid: [
    'The `Idempotency-Key` is empty, too long or has characters that are not accepted.',
    'Send a UUID.',
  ],
  idempotency_key_reused: [
    'The `Idempotency-Key` belongs to a different request.',
    'Use a new key for each order, and the old key only to repeat the very same request.',
  ],
  idempotency_key_running: [
    'The first request with this `Idempotency-Key` has not ended.',
    'Send the same request again after `Retry-After`. It returns the first result.',
  ],
  price_bbox_invalid: [
    'The bounding box is missing, or a side of it is not a positive number.',
    'Send `bboxMm` with `x`, `y` and `z` in millimeters.',
  ],
  price_too_large: [
    'The box does not fit the printer in any orientation.',
    'Scale the part down or split it.',
  ],
  price_quantity_invalid: ['`quantity` is not a number.', 'Send a whole number.'],
  invoice_not_issued: [
    'The order has no invoice. It is issued shortly after the payment.',
    'Read it again in a minute. An unpaid order has none.',
  ],
  cart_empty: ['The cart has no items.', 'Send at least one.'],
  cart_too_long: ['The cart has more items than one order takes.', 'Split it into several orders.'],
  cart_quantity_invalid: [
    'A quantity is not a whole number within its bounds.',
    'Correct `quantity`.',
  ],
  cart_line_refused: [
    'One item cannot be ordered. The sentence names it and has its own reason.',
    'Correct or remove that item. With `Retry-After`, send the cart again after it.',
  ],
  cart_model_withdrawn: ['The model was taken out of the gallery.', 'Remove the item.'],
  cart_price_changed: [
    'The price of an item is not the one that was confirmed. Nothing was ordered.',
    'Show the new price to the buyer, and send it when it is accepted.',
  ],
  cart_total_changed: [
    'The amount to pay is not the one that was confirmed. Nothing was ordered.',
    'Show the new amount to the buyer, and order when it is accepted.',
  ],
  gift_card_unusable: [
    'The gift card is unknown, void or used up. Nothing was ordered.',
    'Check the code letter by letter, or order without it.',
  ],
  checkout_key_reused: [
    'The `idempotencyKey` belongs to a different checkout.',
    'Use a new key for each checkout.',
  ],
  too_many_open_orders: [
    'The account has too many orders that nobody paid. Nothing was ordered.',
    'Pay one of them, or wait until the oldest is cancelled.',
  ],
  basket_full: ['The basket has no room for more lines.', 'Check out, or remove lines.'],
  basket_line_not_found: ['The line is not in the basket any more.', 'Load the basket again.'],
  basket_changed: [
    'The basket was changed or ordered in another window. Nothing was ordered here.',
    'Check the basket and order again.',
  ],
  too_many_open_purchases: [
    'The account has too many payment pages open. Nothing was charged.',
    'Pay at one of them, or wait until the oldest ends.',
  ],
  gift_amount_invalid: [
    'The amount of a gift card is not a whole number of cents within its bounds.',
    'Correct `amountCents`.',
  ],
  credit_pack_unknown: [
    'There is no such pack of credits.',
    'Send one of the names in the sentence.',
  ],
  account_in_debt: [
    'The payment of a gift card or of credits went back after they were spent. Nothing was charged.',
    'Write to us to settle it. Until then the account can neither buy nor use any.',
  ],
  processor_unavailable: [
    'The card processor could not be reached. Nothing was changed.',
    'Try again in a minute.',
  ],
  processor_refused: [
    'The card processor refused the call; the sentence quotes it. Nothing was charged.',
    'Correct what it names, or use another card.',
  ],
  processor_busy: [
    'Too many payment pages are being opened. Nothing was charged.',
    'Try again after `Retry-After`.',
  ],
  signature_invalid: [
    'An event of the card processor has no valid signature.',
    'Configure the secret of this endpoint. Only the card processor calls it.',
  ],
} as const satisfies Readonly<Record<string, Advice>>
