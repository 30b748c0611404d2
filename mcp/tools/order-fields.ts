// Orders as agents see them: fields without an address.

import * as v from 'valibot'
import { hoursOfCentihours } from '../../server/domain/base/time/centihours.ts'
import { qualityNames } from '../../server/domain/catalog/materials.ts'
import { noColor } from '../../server/domain/catalog/options.ts'
import type { JobSupports } from '../../server/domain/farm/line-supports.ts'
import { modelAddress } from '../../server/domain/models/model-address.ts'
import { chargeStandingOf } from '../../server/domain/orders/charge/charge-standing.ts'
import { paymentUrlOf } from '../../server/domain/orders/charge/payable.ts'
import type { LegacyOrder } from '../../server/domain/orders/ports.ts'
import { type Store, stores } from '../../server/domain/orders/read/list-orders.ts'
import type { Order } from '../../server/domain/orders/record/order.ts'
import { lineCountOf, type OrderLine } from '../../server/domain/orders/record/order-lines.ts'
import { orderPageUrl } from '../../server/domain/orders/record/page-urls.ts'
import { isPaid } from '../../server/domain/orders/record/payment.ts'
import { orderStatusLabels } from '../../server/domain/orders/record/status.ts'
import type { Tracking } from '../../server/domain/orders/record/tracking.ts'
import { dollarsOfCents } from '../../server/domain/pricing/dollars.ts'
import { listedChargeWord, readChargeWord } from './charge-fields.ts'
import { orNull, statusWord, text, trackingFields } from './fields.ts'
import { fileNameField, fileNameNote } from './foreign-text.ts'
import { printedWords } from './order-sentences.ts'

const storeWord = v.pipe(
  v.picklist(stores),
  v.description('Placed by create_print_order, the print API or the website.'),
)
const count = v.pipe(v.number(), v.integer())

/** Fields that every order has. */
const placedFields = {
  reference: orNull(v.string(), 'Your own.'),
  store: storeWord,
  quote_id: orNull(v.string(), 'The quote that it was made from, if any.'),
  status: statusWord,
  status_label: text('The status in words.'),
}

const amountFields = {
  amount: orNull(v.number(), 'Dollars, print and postage.'),
  currency: orNull(v.literal('USD'), 'USD.'),
}

const orderLine = v.object({
  quantity: count,
  material: v.string(),
  quality: v.string(),
  color: v.string(),
  file_name: text(fileNameNote),
  // Omitted instead of null, because the size of the tool definitions is limited.
  model_url: v.optional(v.string()),
})

/**
 * For orders from an earlier website checkout, only the progress is known. The fields for the print and its price are
 * null.
 */
export const orderOutput = v.object({
  order_code: text('Code of the order.'),
  ...placedFields,
  paid: orNull(
    v.boolean(),
    'null for orders of an earlier website checkout, as are the fields up to file_name.',
  ),
  charge: readChargeWord,
  ...amountFields,
  print: orNull(v.number(), 'Dollars of it for the print.'),
  shipping: orNull(v.number(), 'Dollars of it for postage.'),
  refunded: orNull(v.number(), 'Dollars of it refunded; 0 when none.'),
  billed_grams: orNull(count, 'Per part; null for several lines.'),
  print_hours: orNull(v.number(), 'Machine hours of one part; null for several lines.'),
  material: orNull(v.string(), 'Material.'),
  quality: orNull(v.string(), `${qualityNames.join(' or ')}.`),
  quantity: orNull(count, 'Total number of parts.'),
  color: orNull(v.string(), `As ordered; ${noColor} when none was named.`),
  printed: orNull(v.string(), 'How, unless as designed and decided.'),
  file_name: orNull(v.string(), fileNameNote),
  model_url: orNull(v.string(), 'To order the same again, if yours.'),
  lines: v.optional(
    v.pipe(v.array(orderLine), v.description('Only for an order of several lines.')),
  ),
  tracking: orNull(trackingFields, 'null until it ships.'),
  status_url: orNull(v.string(), 'Page of the order; needs no sign-in.'),
  payment_url: orNull(
    v.string(),
    'Where to pay it; null when nothing is due, and while a charge or payment is settling.',
  ),
  created_at: text('ISO 8601.'),
  updated_at: text('ISO 8601.'),
})

type OrderFields = v.InferOutput<typeof orderOutput>

/** Website orders are paid at a checkout, so no saved card is charged for them. */
const chargeOf = (order: Order) => (order.web === null ? chargeStandingOf(order) : null)

export type Contents = {
  readonly lines: readonly OrderLine[]
  readonly jobs: readonly JobSupports[]
  /**
   * Addresses of models that the caller may order again. Files of orders over REST or from the gallery belong to no
   * account.
   */
  readonly owned: ReadonlySet<string>
  readonly baseUrl: string
}

export function orderFieldsOf(
  store: Store,
  order: Order,
  { lines, jobs, owned, baseUrl }: Contents,
): OrderFields {
  const { options, price } = order
  const isSingle = lineCountOf(order) === 1
  const [line] = lines
  return {
    ...progress(order),
    ...summary(store, order),
    print: dollarsOfCents(price.printCents),
    shipping: dollarsOfCents(price.shippingCents),
    refunded: dollarsOfCents(order.refundedCents),
    billed_grams: isSingle ? price.gramsPerPart : null,
    print_hours: isSingle ? hoursOfCentihours(price.centihoursPerPart) : null,
    material: isSingle ? options.material : null,
    quality: isSingle ? options.quality : null,
    quantity: options.quantity,
    color: isSingle ? options.color : null,
    printed: isSingle && line !== undefined ? printedWords(line, jobs) : null,
    file_name: isSingle ? fileNameField(order.file.fileName) : null,
    model_url: isSingle ? modelUrlOf(order, owned) : null,
    ...(isSingle ? {} : { lines: lines.map((each) => lineFields(each, owned)) }),
    status_url: orderPageUrl(order.code, baseUrl),
    payment_url: paymentUrlOf(order, baseUrl),
    updated_at: order.updatedAt.toISOString(),
  }
}

/**
 * Includes the unit, so that the same size is quoted again (decisions.md 62). null if the model does not belong to the
 * caller.
 */
const modelUrlOf = (
  { file, options }: Pick<OrderLine, 'file' | 'options'>,
  owned: ReadonlySet<string>,
): string | null =>
  owned.has(file.uri) ? modelAddress({ uri: file.uri, units: options.units }) : null

function lineFields({ options, file }: OrderLine, owned: ReadonlySet<string>) {
  const model_url = modelUrlOf({ file, options }, owned)
  return {
    quantity: options.quantity,
    material: options.material,
    quality: options.quality,
    color: options.color,
    file_name: fileNameField(file.fileName),
    ...(model_url !== null && { model_url }),
  }
}

export function legacyOrderFields(order: LegacyOrder): OrderFields {
  return {
    ...progress(order),
    store: 'web',
    quote_id: null,
    reference: null,
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
    printed: null,
    file_name: null,
    model_url: null,
    status_url: null,
    payment_url: null,
    updated_at: order.updatedAt.toISOString(),
  }
}

/** For orders from an earlier website checkout, only the progress is known. The other fields are null. */
export const listedOutput = v.object({
  order_code: text('For get_order; with its email for track_order.'),
  ...placedFields,
  paid: orNull(
    v.boolean(),
    'null for orders of an earlier website checkout, as are amount to quantity.',
  ),
  charge: listedChargeWord,
  ...amountFields,
  file_name: orNull(v.string(), fileNameNote),
  quantity: orNull(count, 'Total number of parts.'),
  // Only for an order of several lines. Without a description, because the size of the tool definitions is limited.
  line_count: v.optional(v.number()),
  tracking: orNull(trackingFields, 'null until it ships.'),
  created_at: text('ISO 8601.'),
})

type ListedFields = v.InferOutput<typeof listedOutput>

export function listedOrderFields(store: Store, order: Order): ListedFields {
  return {
    ...progress(order),
    ...summary(store, order),
    file_name: fileNameField(order.file.fileName),
    quantity: order.options.quantity,
    ...(lineCountOf(order) > 1 && { line_count: lineCountOf(order) }),
  }
}

export function listedLegacyFields(order: LegacyOrder): ListedFields {
  const unknown = {
    paid: null,
    charge: null,
    amount: null,
    currency: null,
    file_name: null,
    quantity: null,
  }
  return { ...progress(order), store: 'web', quote_id: null, reference: null, ...unknown }
}

/** Returns where an order was placed and whether it is paid. */
const summary = (store: Store, order: Order) => ({
  store,
  quote_id: order.quoteId,
  reference: order.reference,
  paid: isPaid(order),
  charge: chargeOf(order),
  amount: dollarsOfCents(order.price.totalCents),
  currency: 'USD' as const,
})

const progress = (order: Order | LegacyOrder) => ({
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
