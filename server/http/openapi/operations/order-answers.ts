// What answers about orders hold: service.md "Print order (REST)", decisions.md 13.
import * as v from 'valibot'
import { keysOf } from '../../../domain/base/keys-of.ts'
import { orderStatusLabels } from '../../../domain/orders/status.ts'
import { dollars, flag, link, moment, number, orNull, says, text, whole } from '../schemas.ts'

export const statuses = keysOf(orderStatusLabels)

export const orderCode = v.pipe(
  v.string(),
  v.regex(/^SVC-[A-HJ-KM-NP-Z2-9]{6}$/),
  v.description(
    'The order’s only identifier. Capital letters and digits, looked up byte for byte.',
  ),
)

const breakdown = v.object({
  print: dollars('All parts, after bulk discount and the minimum per part, before postage.'),
  shipping: dollars('Postage: 7 or 0 in the US, 30 or 0 elsewhere.'),
  grams: whole('Billable weight of one part, rounded up.'),
  printHours: number('Estimated machine hours of one part.'),
})

export const tracking = says(
  v.object({
    carrier: text('Who carries the parcel.'),
    number: text('The carrier’s tracking number.'),
    url: orNull(link('The carrier’s page on this parcel.')),
    shippedAt: moment('When it was sent.'),
  }),
  'Where the parcel is.',
)

const status = says(v.picklist(statuses), 'Where the order stands, for programs.')
const estimatedCost = dollars('Print plus postage in USD: the amount charged.')
const currency = says(v.literal('USD'), 'Always USD.')
const paid = flag('Whether money has been taken.')
const statusUrl = link('The order’s page for people; it needs no login and shows no address.')

/** GET /api/print/orders/{code} */
export const order = v.object({
  code: orderCode,
  status,
  statusLabel: says(v.picklist(Object.values(orderStatusLabels)), 'The status, for people.'),
  paid,
  estimatedCost,
  currency,
  breakdown,
  material: text('As ordered.'),
  quality: text('As ordered.'),
  quantity: whole('As ordered.'),
  color: text('As ordered; `Default` when none was given.'),
  tracking: says(orNull(tracking), 'null until the order ships.'),
  statusUrl,
  createdAt: moment('When it was placed.'),
  updatedAt: moment('When anything about it last changed.'),
  charge: v.optional(
    says(
      v.picklist(['declined', 'no_card', 'settling']),
      'Only while unpaid: what became of the charge. declined (or it never reached the processor: no money was taken), ' +
        'no_card (there was none on file) or settling (not known yet: it settles within minutes, so pay nothing and do ' +
        'not order again).',
    ),
  ),
  message: v.optional(
    text('Only while unpaid: one sentence on the payment; a decline is quoted word for word.'),
  ),
  paymentUrl: v.optional(
    orNull(
      link(
        'Only while unpaid: where it can be paid. null when it is cancelled or rejected, and while its charge is settling.',
      ),
    ),
  ),
})

/** 201 of POST /api/print/orders */
export const submittedOrder = v.object({
  code: orderCode,
  estimatedCost,
  currency,
  breakdown,
  statusUrl,
  apiStatusUrl: link('The address to poll with the key.'),
  status: says(
    v.picklist(['RECEIVED', 'PENDING_PAYMENT']),
    'RECEIVED when the card was charged, PENDING_PAYMENT when it was not.',
  ),
  paid,
  charged: v.optional(dollars('The amount taken. Only when paid.')),
  paymentUrl: orNull(
    link(
      'Where an unpaid order can be paid. null when it is paid, cancelled or rejected, while its charge is settling, and when the processor gave no link.',
    ),
  ),
  checkoutUrl: v.optional(
    orNull(
      link(
        'The processor’s own payment page. Only when unpaid; null while the charge is settling or when it gave no link.',
      ),
    ),
  ),
  message: text(
    'One sentence on what happened: paid, not paid with the reason (a decline is quoted word for word), or not settled yet.',
  ),
  note: v.optional(
    text('Only when the color is not in stock: its rate, and that of a stock color.'),
  ),
  ignored: v.optional(
    says(
      v.array(v.string()),
      'Names of fields in the form that mean nothing here and changed nothing, at most 60 characters of each; after 20 names ' +
        'the last entry counts the others. Absent when there is none.',
    ),
  ),
})

const breakdownExample = { print: 4.8, shipping: 7, grams: 20, printHours: 0.98 }

export const submittedExample = {
  code: 'SVC-7KQ2ZM',
  estimatedCost: 11.8,
  currency: 'USD',
  breakdown: breakdownExample,
  statusUrl: 'https://example.com/orders/SVC-7KQ2ZM',
  apiStatusUrl: 'https://example.com/api/print/orders/SVC-7KQ2ZM',
  status: 'RECEIVED',
  paid: true,
  charged: 11.8,
  paymentUrl: null,
  message: 'Order SVC-7KQ2ZM is paid: $11.80 was charged to your saved card.',
}

export const orderExample = {
  code: 'SVC-7KQ2ZM',
  status: 'SHIPPED',
  statusLabel: orderStatusLabels.SHIPPED,
  paid: true,
  estimatedCost: 11.8,
  currency: 'USD',
  breakdown: breakdownExample,
  material: 'petg',
  quality: 'standard',
  quantity: 2,
  color: 'Black',
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
