// Orders as agents see them: fields without an address, and sentences.
import * as v from 'valibot'
import { quoteForeign } from '../../server/domain/base/text.ts'
import { qualityNames } from '../../server/domain/catalog/materials.ts'
import { noColor } from '../../server/domain/catalog/options.ts'
import { chargeStandingOf } from '../../server/domain/orders/charge-standing.ts'
import { chargeLabelOf } from '../../server/domain/orders/charge-words.ts'
import type { ListedOrder } from '../../server/domain/orders/list-orders.ts'
import type { Order, Tracking } from '../../server/domain/orders/order.ts'
import { paymentUrlOf } from '../../server/domain/orders/payable.ts'
import type { WebOrder } from '../../server/domain/orders/ports.ts'
import { orderStatusLabels } from '../../server/domain/orders/status.ts'
import { dollarsOfCents, formatDollars } from '../../server/domain/pricing/dollars.ts'
import { listedChargeWord, readChargeWord } from './charge-fields.ts'
import { orNull, statusWord, text, trackingFields } from './fields.ts'
import { fileNameField, fileNameNote } from './foreign-text.ts'

const storeWord = v.pipe(
  v.picklist(['agent', 'api', 'web']),
  v.description('Placed by create_print_order, over the print API, or at the website checkout.'),
)
const count = v.pipe(v.number(), v.integer())
const quoteIdText = orNull(
  v.string(),
  'The quote_id that create_print_order made it from; null for other orders.',
)

/** For website orders only the progress is known; the fields for the print and its price are null. */
export const orderOutput = v.object({
  order_code: text('Code of the order.'),
  store: storeWord,
  quote_id: quoteIdText,
  status: statusWord,
  status_label: text('The status in words.'),
  paid: orNull(
    v.boolean(),
    'Whether it is paid; null for website orders, as are the fields up to file_name.',
  ),
  charge: readChargeWord,
  amount: orNull(v.number(), 'Dollars, print and postage.'),
  currency: orNull(v.literal('USD'), 'USD.'),
  print: orNull(v.number(), 'Dollars of it for the print.'),
  shipping: orNull(v.number(), 'Dollars of it for postage.'),
  refunded: orNull(v.number(), 'Dollars of it refunded; 0 when none.'),
  billed_grams: orNull(count, 'Of one part.'),
  print_hours: orNull(v.number(), 'Machine hours of one part.'),
  material: orNull(v.string(), 'Material.'),
  quality: orNull(v.string(), `${qualityNames.join(' or ')}.`),
  quantity: orNull(count, 'Parts.'),
  color: orNull(v.string(), `As ordered; ${noColor} when none was named.`),
  file_name: orNull(v.string(), fileNameNote),
  tracking: orNull(trackingFields, 'null until it ships.'),
  status_url: orNull(v.string(), 'Page of the order; needs no sign-in.'),
  payment_url: orNull(
    v.string(),
    'Page where it can be paid; null when paid or closed, and while a charge or payment is settling.',
  ),
  created_at: text('ISO 8601.'),
  updated_at: text('ISO 8601.'),
})

type OrderFields = v.InferOutput<typeof orderOutput>

export function orderFields(store: 'api' | 'agent', order: Order, baseUrl: string): OrderFields {
  const { options, price } = order
  return {
    ...progress(order),
    store,
    quote_id: order.quoteId,
    paid: order.paid,
    charge: chargeStandingOf(order),
    amount: dollarsOfCents(price.totalCents),
    currency: 'USD',
    print: dollarsOfCents(price.printCents),
    shipping: dollarsOfCents(price.shippingCents),
    refunded: dollarsOfCents(order.refundedCents),
    billed_grams: price.gramsPerPart,
    print_hours: price.hoursHundredthsPerPart / 100,
    material: options.material,
    quality: options.quality,
    quantity: options.quantity,
    color: options.color,
    file_name: fileNameField(order.file.fileName),
    status_url: `${baseUrl}/orders/${order.code}`,
    payment_url: paymentUrlOf(order, baseUrl),
    updated_at: order.updatedAt.toISOString(),
  }
}

export function webOrderFields(order: WebOrder): OrderFields {
  return {
    ...progress(order),
    store: 'web',
    quote_id: null,
    paid: null,
    charge: null,
    amount: null,
    currency: null,
    print: null,
    shipping: null,
    refunded: null,
    billed_grams: null,
    print_hours: null,
    material: null,
    quality: null,
    quantity: null,
    color: null,
    file_name: null,
    status_url: null,
    payment_url: null,
    updated_at: order.updatedAt.toISOString(),
  }
}

/** For website orders only the progress is known; the other fields are null. */
export const listedOutput = v.object({
  order_code: text('For get_order, or with its email for track_order.'),
  store: storeWord,
  quote_id: quoteIdText,
  status: statusWord,
  status_label: text('The status in words.'),
  paid: orNull(v.boolean(), 'Whether it is paid; null for website orders.'),
  charge: listedChargeWord,
  amount: orNull(v.number(), 'Dollars, print and postage; null for website orders.'),
  currency: orNull(v.literal('USD'), 'USD; null for website orders.'),
  file_name: orNull(v.string(), fileNameNote),
  quantity: orNull(count, 'Parts; null for website orders.'),
  tracking: orNull(trackingFields, 'null until it ships.'),
  created_at: text('ISO 8601.'),
})

type ListedFields = v.InferOutput<typeof listedOutput>

export function listedOrderFields(store: 'api' | 'agent', order: Order): ListedFields {
  return {
    ...progress(order),
    store,
    quote_id: order.quoteId,
    paid: order.paid,
    charge: chargeStandingOf(order),
    amount: dollarsOfCents(order.price.totalCents),
    currency: 'USD',
    file_name: fileNameField(order.file.fileName),
    quantity: order.options.quantity,
  }
}

export function listedWebFields(order: WebOrder): ListedFields {
  const unknown = {
    paid: null,
    charge: null,
    amount: null,
    currency: null,
    file_name: null,
    quantity: null,
  }
  return { ...progress(order), store: 'web', quote_id: null, ...unknown }
}

/** One entry of a list in words: what distinguishes an order from the account's others. */
export function listedLine({ store, order }: ListedOrder): string {
  const state = `${order.code}: ${orderStatusLabels[order.status]}`
  const placed = `placed ${order.createdAt.toISOString()}`
  if (store === 'web') return `${state}, website order, ${placed}`
  const money = `${formatDollars(order.price.totalCents)} ${chargeLabelOf(order)}`
  const parts = `${order.options.quantity} x ${quoteForeign(order.file.fileName)}`
  return `${state}, ${money}, ${parts}, ${placed}${quoteClause(order)}`
}

const quoteClause = ({ quoteId }: Order) => (quoteId === null ? '' : `, quote_id ${quoteId}`)

/** What was ordered and when; follows the status line of an order. */
export function contentSentence(order: Order): string {
  const { quantity, material, quality, color } = order.options
  const what = `${quantity} x ${quoteForeign(order.file.fileName)} in ${material}, ${quality} quality, color ${quoteForeign(color)}`
  return ` It is ${what}, placed ${order.createdAt.toISOString()}${quoteClause(order)}.`
}

const progress = (order: Order | WebOrder) => ({
  order_code: order.code,
  status: order.status,
  status_label: orderStatusLabels[order.status],
  tracking: trackingJson(order.tracking),
  created_at: order.createdAt.toISOString(),
})

export function trackingJson(
  tracking: Tracking | null,
): v.InferOutput<typeof trackingFields> | null {
  if (tracking === null) return null
  const { carrier, number: parcel, url, shippedAt } = tracking
  return { carrier, number: parcel, url, shipped_at: shippedAt.toISOString() }
}

/** ` Tracking: "DHL" "123" ("https://...").`, to follow a status line; a URL too long to be quoted in full is in the fields only. */
export function trackingSentence(tracking: Tracking | null): string {
  if (tracking === null) return ''
  const { carrier, number: parcel, url } = tracking
  const page = url === null ? '' : quoteForeign(url)
  const shown = page === `"${url}"` ? ` (${page})` : ''
  return ` Tracking: ${quoteForeign(carrier)} ${quoteForeign(parcel)}${shown}.`
}
