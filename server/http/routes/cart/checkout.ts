// POST /api/checkout: orders a cart (decisions.md 38).

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { lengthText } from '../../../domain/base/text/text-lengths.ts'
import { retryHintSeconds } from '../../../domain/base/time/retry-hints.ts'
import type { CartItem } from '../../../domain/cart/cart.ts'
import type { CartOrderResult } from '../../../domain/cart/pay-cart-order.ts'
import { placeCartOrder } from '../../../domain/cart/place-cart-order.ts'
import { maxNoteCharacters } from '../../../domain/catalog/options.ts'
import { maxKeyLength } from '../../../domain/idempotency/key.ts'
import { maxOpenOrders, openCheckoutHours } from '../../../domain/limits/open-checkouts.ts'
import { limits } from '../../../domain/limits/table.ts'
import { isDue, paymentUrlOf } from '../../../domain/orders/charge/payable.ts'
import { lineNotes } from '../../../domain/orders/record/line-notes.ts'
import { dueCents, listLines, type OrderLine } from '../../../domain/orders/record/order-lines.ts'
import { orderPageUrl } from '../../../domain/orders/record/page-urls.ts'
import { isPaid } from '../../../domain/orders/record/payment.ts'
import { strictJson } from '../../contract/body.ts'
import { buyerBody, buyerFieldsOf, referenceText } from '../../contract/buyer-json.ts'
import { colorText } from '../../contract/field-texts.ts'
import { ignoredNames } from '../../contract/ignored-names.ts'
import {
  describedAs,
  type JsonOf,
  link,
  named,
  orNull,
  says,
  text,
  whole,
} from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { keyParameter, keyRefusals, replayHeaders, respondOnce } from '../../middleware/once.ts'
import { route } from '../../middleware/route.ts'
import { adjusted } from '../orders/adjusted-json.ts'
import { anyOrderCode, paid, statusUrl } from '../orders/order-json.ts'
import {
  addressBody,
  addressExample,
  addressFields,
  addressRefusals,
  shippingAddress,
} from './address-json.ts'
import { adjustedJson, cartBody, itemExample, priceNoteText } from './cart-json.ts'

const keyRule = `must have ${lengthText(maxKeyLength)}`

const order = v.object({
  ...cartBody.entries,
  address: describedAs(addressBody, says(shippingAddress, 'The address that the parcel goes to.')),
  ...buyerBody,
  reference: v.optional(orNull(text(referenceText))),
  note: v.optional(orNull(text(`A note for the farm, cut to ${maxNoteCharacters} characters.`))),
  expectedTotalCents: v.optional(
    whole(
      'The `totalCents` that the buyer saw, before a gift card. An order with another total is refused: postage can change as well.',
    ),
  ),
  idempotencyKey: says(
    v.pipe(v.string(), v.minLength(1, keyRule), v.maxLength(maxKeyLength, keyRule)),
    'A different one for each checkout: a repeat with the same body returns the same order.',
  ),
})

const checkedOut = named(
  'Checkout',
  v.object({
    code: anyOrderCode,
    checkoutUrl: orNull(
      link(
        'The processor’s payment page. null if nothing remains to be paid, and if the processor returned none: the order exists, and the page at `paymentUrl` opens one later.',
      ),
    ),
    paymentUrl: orNull(
      link('The service’s payment page for the order. null if nothing may be paid now.'),
    ),
    paid,
    totalCents: whole('Print and postage.'),
    giftCents: whole('The part of the total that the gift card pays.'),
    dueCents: whole('Remaining amount to pay by card.'),
    statusUrl,
    lines: says(
      v.array(
        named(
          'CheckoutLine',
          v.object({
            printCents: whole('The price of the line without postage.'),
            color: text(colorText),
            note: v.optional(text(priceNoteText)),
            adjusted: v.optional(adjusted),
          }),
          'A part of an order and its price.',
        ),
      ),
      'In the order of `items`.',
    ),
    ignored: ignoredNames,
  }),
  'An order of a cart and where to pay it.',
)

export const checkoutRoute = route({
  method: 'POST',
  path: '/api/checkout',
  id: 'checkOut',
  tag: 'Website',
  summary: 'Order a cart',
  description:
    'Prices the parts again, writes the order and opens the processor’s payment page for what a gift card does not cover. ' +
    'Codes begin with CART- (several parts), ORD- (one part) or STORE- (only models of the gallery). A part that cannot be ' +
    'ordered, or whose price differs from its `expectedCents`, refuses the checkout, and so does a total other than ' +
    '`expectedTotalCents`, which includes postage; nothing is ordered then. An ' +
    `order that is not paid within ${openCheckoutHours} hours is cancelled, and the gift card’s share is returned. ` +
    `${limits.checkout.limit} an hour for each account, which may have ${maxOpenOrders} unpaid orders at a time.`,
  access: account({ accepts: ['session'], limit: 'checkout' }),
  parameters: [keyParameter],
  body: strictJson(order, {
    example: {
      items: [itemExample],
      country: 'US',
      address: addressExample,
      expectedTotalCents: 1008,
      idempotencyKey: '5b2f6c1e-8f0a-4f1e-9d57-0c1b2a3d4e5f',
    },
    refused: [
      { items: [itemExample], idempotencyKey: '', address: {} },
      { items: [{ colour: 'Black' }] },
      {
        items: [itemExample],
        address: addressExample,
        idempotencyKey: 'a',
        expectedTotalCents: 10.08,
      },
    ],
  }),
  response: {
    status: 201,
    description: 'The order.',
    schema: checkedOut,
    example: {
      code: 'ORD-7KQ2ZM',
      checkoutUrl: 'https://checkout.stripe.com/c/pay/cs_test_1',
      paymentUrl: 'https://example.com/orders/ORD-7KQ2ZM/pay',
      paid: false,
      totalCents: 1008,
      giftCents: 0,
      dueCents: 1008,
      statusUrl: 'https://example.com/orders/ORD-7KQ2ZM',
      lines: [{ printCents: 308, color: 'Black' }],
    },
    headers: replayHeaders,
  },
  refusals: [
    { kind: 'shipping_fields_missing', fields: ['street1', 'zip'] },
    ...addressRefusals,
    { kind: 'cart_line_refused', place: 2, reason: { kind: 'model_foreign' } },
    {
      kind: 'cart_line_refused',
      place: 2,
      reason: { kind: 'measuring_unavailable', retryAfterSeconds: retryHintSeconds.busy },
    },
    { kind: 'cart_price_changed', place: 1, cents: 308 },
    { kind: 'cart_total_changed', amount: 'total', cents: 1108 },
    { kind: 'gift_card_unusable' },
    { kind: 'account_in_debt', owedCents: 2000 },
    { kind: 'checkout_key_reused' },
    {
      kind: 'too_many_open_orders',
      limit: maxOpenOrders,
      retryAfterSeconds: retryHintSeconds.checkouts,
    },
    { kind: 'order_not_written', isTransient: true },
    { kind: 'order_unconfirmed', code: null },
    ...keyRefusals,
  ],
  handler: async function checkOutCart({ deps }, input) {
    const { caller, body } = input
    const { value, ...names } = body
    const { address: sent, note, company, vatId, purchaseOrder, reference, ...rest } = value
    return await respondOnce({ deps }, input, async () => {
      const placed = await placeCartOrder(deps, caller, {
        ...rest,
        ...(typeof note === 'string' && { note }),
        ...(typeof reference === 'string' && { reference }),
        address: addressFields(sent),
        buyer: buyerFieldsOf({ company, vatId, purchaseOrder }),
      })
      if (!placed.ok) return placed
      const lines = await listLines(deps, placed.value.order)
      const { items } = value
      return ok({ ...checkedOutJson(placed.value, { lines, items }, deps.baseUrl), ...names })
    })
  },
})

function checkedOutJson(
  result: CartOrderResult,
  { lines, items }: { readonly lines: readonly OrderLine[]; readonly items: readonly CartItem[] },
  baseUrl: string,
): JsonOf<typeof checkedOut> {
  const { order: placedOrder } = result
  return {
    code: placedOrder.code,
    checkoutUrl: result.kind === 'placed' ? result.checkoutUrl : null,
    paymentUrl: paymentUrlOf(placedOrder, baseUrl),
    paid: isPaid(placedOrder),
    totalCents: placedOrder.price.totalCents,
    giftCents: placedOrder.price.totalCents - dueCents(placedOrder),
    dueCents: isDue(placedOrder) ? dueCents(placedOrder) : 0,
    statusUrl: orderPageUrl(placedOrder.code, baseUrl),
    lines: lines.map((line, index) => lineJson(line, items[index])),
  }
}

function lineJson(line: OrderLine, item: CartItem | undefined) {
  const notes = lineNotes(line)
  const { printCents } = line.price
  return {
    printCents,
    color: line.options.color,
    ...(notes.length > 0 && { note: notes.join(' ') }),
    ...adjustedJson(item, line.options),
  }
}
