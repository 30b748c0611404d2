// Error codes of prices, orders, carts and payments.
import { basketChanged, processorUnreachable } from '../cart/checkout-sentences.ts'
import { maxWaitSeconds } from '../orders/read/read-order.ts'
import type { Advice } from './advice.ts'

export const orderErrors = {
  shipping_fields_missing: [
    'Address fields are empty. The message lists them. Nothing was stored or charged.',
    'Fill in all of them: `recipientName`, `street1`, `city`, `state` and `zip` are always required.',
  ],
  country_not_served: [
    'We do not ship to this country, or its code is unknown.',
    'Send the two-letter ISO code; GB is the code of the United Kingdom. `list_materials` of the agent endpoint lists the countries.',
  ],
  material_unknown: [
    'There is no such material.',
    'Use one of the names that the [reference](/docs/reference) lists; letter case does not matter.',
  ],
  quality_unknown: ['There is no such quality.', 'Send `standard` or `premium`.'],
  total_below_minimum: ['The total is below the minimum charge of a card.', 'Order more pieces.'],
  order_not_found: [
    'The account has no order with this code. Orders of other accounts cause the same error.',
    'Send the code as returned, in uppercase, with the key of the ordering account.',
  ],
  wait_invalid: [
    '`wait` is not a valid number of seconds.',
    `Send a whole number from 0 to ${maxWaitSeconds}, or omit it.`,
  ],
  vat_id_invalid: [
    'The VAT ID has an invalid format.',
    'Send it with its country prefix, or omit it.',
  ],
  dry_run_invalid: [
    '`dryRun` is neither `true` nor `false`, or it was sent in the query. Nothing was stored or charged.',
    'Send `true` as a form field, or omit it to order.',
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
    'Raise the limit on the account page, or order again after the time in the message. Do not retry before.',
  ],
  order_not_written: [
    'The order could not be saved. Nothing was charged.',
    'Send it again, with the same `Idempotency-Key`.',
  ],
  order_unconfirmed: [
    'An error occurred while the order was saved or charged, so it may exist.',
    'Send it again with the same `Idempotency-Key`, or read the order. Never submit it under a new key.',
  ],
  idempotency_key_invalid: [
    'The `Idempotency-Key` is empty, too long or has characters that are not accepted.',
    'Send a UUID.',
  ],
  idempotency_key_reused: [
    'The `Idempotency-Key` belongs to a different request.',
    'Use a new key for each order, and the old key only to repeat the same request.',
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
    'One item cannot be ordered. The message names it and states the reason.',
    'Correct or remove that item. With `Retry-After`, send the cart again after it.',
  ],
  cart_model_withdrawn: ['The model was removed from the gallery.', 'Remove the item.'],
  cart_price_changed: [
    'The price of an item differs from the confirmed one. Nothing was ordered.',
    'Show the new price to the buyer, and send it when it is accepted.',
  ],
  cart_total_changed: [
    'The total, or the amount due, differs from the confirmed one. Nothing was ordered.',
    'Show the new amount to the buyer, and order with it when it is accepted.',
  ],
  gift_card_unusable: [
    'The gift card is unknown, void or used up. Nothing was ordered.',
    'Check the code, or order without it.',
  ],
  saved_card_changed: [
    'The account’s saved card differs from the one that the page showed. Nothing was ordered or charged.',
    'Check the card on the button and pay again.',
  ],
  checkout_key_reused: [
    'The `idempotencyKey` belongs to a different checkout.',
    'Use a new key for each checkout.',
  ],
  too_many_open_orders: [
    'The account has too many unpaid orders. Nothing was ordered.',
    'Pay one of them, or wait until the oldest is cancelled.',
  ],
  basket_full: ['The basket is full.', 'Check out, or remove lines.'],
  basket_line_not_found: ['The line is no longer in the basket.', 'Load the basket again.'],
  basket_line_changed: [
    'The line was changed in another window. Nothing was saved.',
    'Load the basket again, and change the line as it is now.',
  ],
  basket_line_sliced: [
    'The file of the line is already sliced: its infill, layers and nozzle are fixed.',
    'Slice the model again and add the new file.',
  ],
  basket_changed: [
    `${basketChanged} Nothing was ordered here.`,
    'Check the basket and order again.',
  ],
  too_many_open_purchases: [
    'The account has too many payment pages open. Nothing was charged.',
    'Pay on one of them, or wait until the oldest expires.',
  ],
  gift_amount_invalid: [
    'The amount of a gift card is not a whole number of cents within its bounds.',
    'Correct `amountCents`.',
  ],
  credit_pack_unknown: [
    'There is no such pack of credits.',
    'Send one of the names in the message.',
  ],
  account_in_debt: [
    'The payment of a gift card or credits was reversed after they were used. Nothing was charged.',
    'Contact us to settle it. Until then the account can neither buy nor use gift cards or credits.',
  ],
  processor_unavailable: [`${processorUnreachable} Nothing was changed.`, 'Try again in a minute.'],
  processor_refused: [
    'The card processor refused the call; the message quotes the reason. Nothing was charged.',
    'Correct the problem, or use another card.',
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
