// Orders as agents see them: fields without an address, and sentences.

import * as v from 'valibot'
import { hoursOfCentihours } from '../../server/domain/base/centihours.ts'
import { quoteForeign } from '../../server/domain/base/text.ts'
import { qualityNames } from '../../server/domain/catalog/materials.ts'
import { noColor } from '../../server/domain/catalog/options.ts'
import { chosenForLine, type JobSupports } from '../../server/domain/farm/line-supports.ts'
import { modelAddress } from '../../server/domain/models/model-address.ts'
import { chargeStandingOf } from '../../server/domain/orders/charge/charge-standing.ts'
import { chargeLabelOf } from '../../server/domain/orders/charge/charge-words.ts'
import { paymentUrlOf } from '../../server/domain/orders/charge/payable.ts'
import type { Order, Tracking } from '../../server/domain/orders/order.ts'
import { lineCountOf, type OrderLine } from '../../server/domain/orders/order-lines.ts'
import { contactUrl, orderPageUrl } from '../../server/domain/orders/page-urls.ts'
import { isPaid } from '../../server/domain/orders/payment.ts'
import type { LegacyOrder } from '../../server/domain/orders/ports.ts'
import {
  type ListedOrder,
  type Store,
  stores,
} from '../../server/domain/orders/read/list-orders.ts'
import { type OrderStatus, orderStatusLabels } from '../../server/domain/orders/status.ts'
import { dollarsOfCents, formatDollars } from '../../server/domain/pricing/dollars.ts'
import { listedChargeWord, readChargeWord } from './charge-fields.ts'
import { orNull, statusWord, text, trackingFields } from './fields.ts'
import { fileNameField, fileNameNote } from './foreign-text.ts'

const storeWord = v.pipe(
  v.picklist(stores),
  v.description('Placed by create_print_order, the print API or the website.'),
)
const count = v.pipe(v.number(), v.integer())
const quoteIdText = orNull(v.string(), 'The quote that it was made from, if any.')

const ownReference = orNull(v.string(), 'Your own.')

const orderLine = v.object({
  quantity: count,
  material: v.string(),
  quality: v.string(),
  color: v.string(),
  file_name: text(fileNameNote),
  // Left out where it would be null: the definitions have a limit.
  model_url: v.optional(v.string()),
})

/** For an order from an earlier website checkout only the progress is known; the fields for the print and its price are null. */
export const orderOutput = v.object({
  order_code: text('Code of the order.'),
  reference: ownReference,
  store: storeWord,
  quote_id: quoteIdText,
  status: statusWord,
  status_label: text('The status in words.'),
  paid: orNull(
    v.boolean(),
    'null for orders of an earlier website checkout, as are the fields up to file_name.',
  ),
  charge: readChargeWord,
  amount: orNull(v.number(), 'Dollars, print and postage.'),
  currency: orNull(v.literal('USD'), 'USD.'),
  print: orNull(v.number(), 'Dollars of it for the print.'),
  shipping: orNull(v.number(), 'Dollars of it for postage.'),
  refunded: orNull(v.number(), 'Dollars of it refunded; 0 when none.'),
  billed_grams: orNull(count, 'Per part; null for several lines.'),
  print_hours: orNull(v.number(), 'Machine hours of one part; null for several lines.'),
  material: orNull(v.string(), 'Material.'),
  quality: orNull(v.string(), `${qualityNames.join(' or ')}.`),
  quantity: orNull(count, 'Parts, of all lines.'),
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

/** An order of the website is paid at a checkout: no saved card is charged for it. */
const chargeOf = (order: Order) => (order.web === null ? chargeStandingOf(order) : null)

export type Contents = {
  readonly lines: readonly OrderLine[]
  readonly jobs: readonly JobSupports[]
  /** Addresses of models that the caller may order again: a file of an order over REST, or of the gallery, belongs to no account. */
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
    store,
    quote_id: order.quoteId,
    reference: order.reference,
    paid: isPaid(order),
    charge: chargeOf(order),
    amount: dollarsOfCents(price.totalCents),
    currency: 'USD',
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

/** With its unit, so that the same is quoted again (decisions.md 62); null where the model is not the caller's. */
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

/** For an order from an earlier website checkout only the progress is known; the other fields are null. */
export const listedOutput = v.object({
  order_code: text('For get_order, or with its email for track_order.'),
  reference: ownReference,
  store: storeWord,
  quote_id: quoteIdText,
  status: statusWord,
  status_label: text('The status in words.'),
  paid: orNull(
    v.boolean(),
    'null for orders of an earlier website checkout, as amount to quantity.',
  ),
  charge: listedChargeWord,
  amount: orNull(v.number(), 'Dollars, print and postage.'),
  currency: orNull(v.literal('USD'), 'USD.'),
  file_name: orNull(v.string(), fileNameNote),
  quantity: orNull(count, 'Parts, of all lines.'),
  tracking: orNull(trackingFields, 'null until it ships.'),
  created_at: text('ISO 8601.'),
})

type ListedFields = v.InferOutput<typeof listedOutput>

export function listedOrderFields(store: Store, order: Order): ListedFields {
  return {
    ...progress(order),
    store,
    quote_id: order.quoteId,
    reference: order.reference,
    paid: isPaid(order),
    charge: chargeOf(order),
    amount: dollarsOfCents(order.price.totalCents),
    currency: 'USD',
    file_name: fileNameField(order.file.fileName),
    quantity: order.options.quantity,
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

/** One entry of a list in words: what distinguishes an order from the account's others. */
export function listedLine(listed: ListedOrder): string {
  const { order } = listed
  const state = `${order.code}: ${orderStatusLabels[order.status]}`
  const placed = `placed ${order.createdAt.toISOString()}`
  if (listed.kind === 'progress') return `${state}, website order, ${placed}`
  const full = listed.order
  const money = `${formatDollars(full.price.totalCents)} ${chargeLabelOf(full)}`
  return `${state}, ${money}, ${partsOf(full)}, ${placed}${quoteClause(full)}`
}

function partsOf(order: Order): string {
  const { quantity } = order.options
  const lines = lineCountOf(order)
  return lines === 1
    ? `${quantity} x ${quoteForeign(order.file.fileName)}`
    : `${quantity} parts of ${lines} models`
}

const quoteClause = ({ quoteId }: Order) => (quoteId === null ? '' : `, quote_id ${quoteId}`)

const decidedWords = { none: null, turn: 'turned', supports: 'with supports' } as const

/** How a line is printed; null for one that is printed as designed without supports, as it was decided. */
function printedWords(line: OrderLine, jobs: readonly JobSupports[]): string | null {
  const chosen = chosenForLine(line, jobs)
  if (chosen === null) return line.supports == null ? null : decidedWords[line.supports.decision]
  const how =
    chosen === 'mixed'
      ? 'on some plates otherwise than decided'
      : `${chosen ? 'with' : 'without'} supports`
  return `${how}, as an operator chose`
}

/** What was ordered and when; follows the status line of an order. */
export function contentSentence(
  order: Order,
  { lines, jobs }: Pick<Contents, 'lines' | 'jobs'>,
): string {
  const what = lines
    .map((line) => {
      const { quantity, material, quality, color } = line.options
      const printed = printedWords(line, jobs)
      const how =
        printed === null
          ? ''
          : printed === 'turned'
            ? ', turned for printing'
            : `, printed ${printed}`
      return `${quantity} x ${quoteForeign(line.file.fileName)} in ${material}, ${quality} quality, color ${quoteForeign(color)}${how}`
    })
    .join('; ')
  return ` It is ${what}, placed ${order.createdAt.toISOString()}${quoteClause(order)}.`
}

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

/**
 * What can be done about an order, in the last words on it: no tool cancels or changes one. `isRead`: the words before say when to read it
 * again.
 */
export function nextSentence(
  { code, status }: Pick<LegacyOrder, 'code' | 'status'>,
  baseUrl: string,
  isRead = false,
): string {
  const farm = `go to the farm at ${contactUrl(code, baseUrl)}`
  if (isRead || finished.has(status)) return ` Questions about it ${farm}.`
  const wishes = made.has(status) ? 'questions about it' : 'questions, and a wish to stop it,'
  return ` Read it again in five minutes or later; ${wishes} ${farm}.`
}

const finished: ReadonlySet<OrderStatus> = new Set(['DELIVERED', 'CANCELLED', 'REJECTED'])
const made: ReadonlySet<OrderStatus> = new Set(['PRINTED', 'SHIPPED'])

/** ` Tracking: "DHL" "123" ("https://...").`, to follow a status line; a URL too long to be quoted in full is in the fields only. */
export function trackingSentence(tracking: Tracking | null): string {
  if (tracking === null) return ''
  const { carrier, number: parcel, url } = tracking
  const page = url === null ? '' : quoteForeign(url)
  const shown = page === `"${url}"` ? ` (${page})` : ''
  return ` Tracking: ${quoteForeign(carrier)} ${quoteForeign(parcel)}${shown}.`
}
