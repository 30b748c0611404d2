// Orders as JSON: schema, example and conversion. Dollar amounts, labels and links are derived here (contract.md 2.1,
// decisions.md 13).

import * as v from 'valibot'
import { hoursOfCentihours } from '../../../domain/base/time/centihours.ts'
import { type JobSupports, supportsOfOrder } from '../../../domain/farm/line-supports.ts'
import type { FarmDeps } from '../../../domain/farm/ports.ts'
import { supportDecisions } from '../../../domain/measurement/processing.ts'
import type { PartSize } from '../../../domain/models/report.ts'
import {
  type ChargeStanding,
  chargeStandingOf,
  standingsText,
  unpaidStandings,
} from '../../../domain/orders/charge/charge-standing.ts'
import { paymentUrlOf } from '../../../domain/orders/charge/payable.ts'
import { payUntil } from '../../../domain/orders/charge/payment-deadline.ts'
import { codePrefixes, orderCodeForm } from '../../../domain/orders/record/code.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import { orderPageUrl } from '../../../domain/orders/record/page-urls.ts'
import { isPaid } from '../../../domain/orders/record/payment.ts'
import { orderStatusLabels } from '../../../domain/orders/record/status.ts'
import { dollarsOfCents } from '../../../domain/pricing/dollars.ts'
import type { OrderPrice } from '../../../domain/pricing/price.ts'
import { priceWord } from '../../../domain/pricing/price-words.ts'
import { orderedBuyer } from '../../contract/buyer-json.ts'
import { idInPath, type Parameter } from '../../contract/contract.ts'
import { updatedAtText } from '../../contract/field-texts.ts'
import {
  dollars,
  flag,
  type JsonOf,
  link,
  moment,
  named,
  number,
  orNull,
  says,
  text,
  triple,
  whole,
} from '../../contract/schemas.ts'
import { currency, fileUnit, orderedMaterial, orderStatus, quality } from '../../contract/words.ts'
import { chargeMessage } from './charge-message.ts'

export const codeParameter: Parameter = idInPath('code', 'The order’s code.', {
  type: 'string',
  examples: ['SVC-7KQ2ZM'],
})

const codeNote = 'The order’s only identifier. Capital letters and digits, looked up byte for byte.'

/** Code of an order placed through this API. */
export const orderCode = v.pipe(
  v.string(),
  v.regex(orderCodeForm(['SVC'])),
  v.description(codeNote),
)

/** Code of any order, including web orders. */
export const anyOrderCode = v.pipe(
  v.string(),
  v.regex(orderCodeForm(codePrefixes)),
  v.description(codeNote),
)

const postageNote = `Postage: ${priceWord('postageSizes')}.`

export const breakdown = named(
  'PriceBreakdown',
  v.object({
    print: dollars('All parts, after bulk discount and the minimum per part, before postage.'),
    shipping: dollars(postageNote),
    grams: whole('Billable weight of one part, rounded up.'),
    printHours: number('Estimated machine hours of one part.'),
  }),
  'Parts of a price, in US dollars.',
)

export const tracking = named(
  'Tracking',
  v.object({
    carrier: text('The carrier of the parcel.'),
    number: text('The carrier’s tracking number.'),
    url: orNull(link('The carrier’s page on this parcel.')),
    shippedAt: moment('The time at which it was sent.'),
  }),
  'The tracking of the parcel.',
)

export const status = orderStatus.exact('The status of the order, for programs.')
export const estimatedCost = dollars('Print plus postage in USD: the amount charged.')
export const statusLabel = says(
  v.picklist(Object.values(orderStatusLabels)),
  'The status, for people.',
)
export const paid = flag('Whether money has been taken.')
export const statusUrl = link(
  'The order’s page for people; it needs no login and shows no address.',
)
export const refunded = dollars('The part of the order’s amount that was refunded; 0 if none.')

export const orderReference = orNull(text('Your own reference, as it was sent with the order.'))

/** Dimensions of one part. */
export const partSize = {
  dimensionsMm: orNull(
    triple(
      'Width, depth and height of one part as it was measured; null for an already-sliced file and for orders before 2026-11-24.',
    ),
  ),
  unit: orNull(
    fileUnit.exact(
      'The unit that the numbers of the file were read in; null where `dimensionsMm` is.',
    ),
  ),
}

/** Rounds sizes to a micrometer. Binary files store more digits than printers need. */
export function partSizeJson(size: PartSize | null): Pick<OrderJson, 'dimensionsMm' | 'unit'> {
  if (size === null) return { dimensionsMm: null, unit: null }
  const [x, y, z] = size.dimensionsMm
  return { dimensionsMm: [toMicrometer(x), toMicrometer(y), toMicrometer(z)], unit: size.unit }
}

const toMicrometer = (mm: number): number => Math.round(mm * 1000) / 1000

export const payUntilField = moment(
  'The time until which it can be paid; absent when it cannot. An order that is unpaid then is cancelled.',
)

export const order = named(
  'Order',
  v.object({
    code: orderCode,
    status,
    statusLabel,
    paid,
    estimatedCost,
    currency,
    refunded,
    breakdown,
    material: orderedMaterial,
    quality: quality.exact('The quality that was ordered.'),
    quantity: whole('The number of parts that was ordered.'),
    color: text('The color that was ordered; `Default` when none was named.'),
    ...partSize,
    supports: orNull(
      says(
        v.picklist(supportDecisions),
        'How the part is printed: as designed, turned so that it needs no supports, or as designed with supports. null for a sliced file, for an order of several lines, where it is not decided, and where plates differ.',
      ),
    ),
    supportsByOperator: flag(
      'Whether an operator chose that for plates of the order, regardless of the decision for the part.',
    ),
    ...orderedBuyer,
    reference: orderReference,
    tracking: says(orNull(tracking), 'null until the order ships.'),
    statusUrl,
    createdAt: moment('The time at which it was placed.'),
    updatedAt: moment(updatedAtText),
    charge: v.optional(
      says(
        v.picklist(unpaidStandings),
        `Only while unpaid: what became of the charge. ${standingsText(unpaidStandings)}. A settling charge settles within minutes; do not order again.`,
      ),
    ),
    message: v.optional(
      text('One sentence on the payment, while it is unpaid; a decline is quoted word for word.'),
    ),
    payUntil: v.optional(payUntilField),
    paymentUrl: v.optional(
      orNull(
        link(
          'The page for its payment, while it is unpaid. null when it is cancelled or rejected, and while its charge is settling.',
        ),
      ),
    ),
  }),
  'A print order.',
)

/** Schema of any order, for operators and the farm. */
export const anyOrder = named(
  'AnyOrder',
  v.object({ ...order.entries, code: anyOrderCode }),
  'An order of any kind.',
)

export const breakdownExample = { print: 4.8, shipping: 7, grams: 20, printHours: 0.98 }

export const orderExample = {
  code: 'SVC-7KQ2ZM',
  status: 'SHIPPED',
  statusLabel: orderStatusLabels.SHIPPED,
  paid: true,
  estimatedCost: 11.8,
  currency: 'USD',
  refunded: 0,
  breakdown: breakdownExample,
  material: 'petg',
  quality: 'standard',
  quantity: 2,
  color: 'Black',
  dimensionsMm: [32.9, 32.9, 32.9],
  unit: 'mm',
  supports: 'none',
  supportsByOperator: false,
  company: null,
  vatId: null,
  purchaseOrder: null,
  reference: 'SKU-0815/42',
  tracking: {
    carrier: 'USPS',
    number: '9400100000000000000000',
    url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000',
    shippedAt: '2026-11-23T15:04:05.000Z',
  },
  statusUrl: 'https://example.com/orders/SVC-7KQ2ZM',
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-23T15:04:05.000Z',
}

type OrderJson = JsonOf<typeof order>

export const breakdownJson = (price: Omit<OrderPrice, 'totalCents'>): OrderJson['breakdown'] => ({
  print: dollarsOfCents(price.printCents),
  shipping: dollarsOfCents(price.shippingCents),
  grams: price.gramsPerPart,
  printHours: hoursOfCentihours(price.centihoursPerPart),
})

export type OrderRead = { readonly baseUrl: string; readonly jobs: readonly JobSupports[] }

/** Reads the values that an order's JSON needs in addition to the order. */
export const orderRead = async (
  { printJobs, baseUrl }: { readonly baseUrl: string } & Pick<FarmDeps, 'printJobs'>,
  { id }: Pick<Order, 'id'>,
): Promise<OrderRead> => ({ baseUrl, jobs: await printJobs.supportsOfOrder(id) })

/** Returns the order as JSON. For an unpaid order, the JSON includes the result of its charge. */
export function orderJson(storedOrder: Order, { baseUrl, jobs }: OrderRead): OrderJson {
  const { price, options } = storedOrder
  const charge = chargeStandingOf(storedOrder)
  const supports = supportsOfOrder(storedOrder, jobs)
  return {
    code: storedOrder.code,
    status: storedOrder.status,
    statusLabel: orderStatusLabels[storedOrder.status],
    paid: isPaid(storedOrder),
    estimatedCost: dollarsOfCents(price.totalCents),
    currency: 'USD',
    refunded: dollarsOfCents(storedOrder.refundedCents),
    breakdown: breakdownJson(price),
    material: options.material,
    quality: options.quality,
    quantity: options.quantity,
    color: options.color,
    tracking: trackingJson(storedOrder),
    statusUrl: orderPageUrl(storedOrder.code, baseUrl),
    createdAt: storedOrder.createdAt.toISOString(),
    updatedAt: storedOrder.updatedAt.toISOString(),
    ...partSizeJson(storedOrder.size),
    supports: supports.decision,
    supportsByOperator: supports.isByOperator,
    ...storedOrder.buyer,
    reference: storedOrder.reference,
    ...(charge === 'charged' ? {} : unpaidJson(storedOrder, charge, baseUrl)),
  }
}

function unpaidJson(
  unpaidOrder: Order,
  charge: Exclude<ChargeStanding, 'charged'>,
  baseUrl: string,
) {
  const paymentUrl = paymentUrlOf(unpaidOrder, baseUrl)
  const { totalCents } = unpaidOrder.price
  const until = payUntil(unpaidOrder).toISOString()
  return {
    charge,
    message: chargeMessage(
      { ...unpaidOrder, totalCents, payUntil: until },
      { hasLink: paymentUrl !== null },
    ),
    paymentUrl,
    ...(paymentUrl !== null && { payUntil: until }),
  }
}

export function trackingJson({ tracking: shipment }: Pick<Order, 'tracking'>) {
  if (shipment === null) return null
  const { carrier, number: trackingNumber, url, shippedAt } = shipment
  return { carrier, number: trackingNumber, url, shippedAt: shippedAt.toISOString() }
}
