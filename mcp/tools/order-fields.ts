// Orders as agents see them: fields without an address, and one line of words for each status.
import * as v from 'valibot'
import { chargeStandingOf } from '../../server/domain/orders/charge-standing.ts'
import type { Order, Tracking } from '../../server/domain/orders/order.ts'
import { paymentUrlOf } from '../../server/domain/orders/payable.ts'
import { type OrderStatus, orderStatusLabels } from '../../server/domain/orders/status.ts'
import type { WebOrder } from '../../server/domain/ports.ts'
import { dollarsOfCents } from '../../server/domain/pricing/dollars.ts'
import { chargeWord, listedChargeWord } from './charge-fields.ts'
import {
  currency,
  flag,
  integer,
  number,
  orNull,
  statusWord,
  text,
  trackingFields,
} from './fields.ts'

/** What each status means for whoever waits. */
export const statusLines = {
  PENDING_PAYMENT: 'The order is saved and waits for its payment; nothing is printed before that.',
  RECEIVED: 'The order is paid and the farm is reviewing it.',
  ACCEPTED: 'The farm accepted the order; it waits for a printer.',
  PRINTING: 'The order is on a printer now.',
  PRINTED: 'The print is finished and is being packed.',
  SHIPPED: 'The parcel is with the carrier.',
  DELIVERED: 'The parcel was delivered.',
  CANCELLED: 'The order was cancelled; it will not be printed.',
  REJECTED: 'The farm declined the order, usually because the file cannot be printed.',
} as const satisfies Record<OrderStatus, string>

export const orderAnswer = v.object({
  order_code: text('Code of the order.'),
  status: statusWord,
  status_label: text('The status in words.'),
  paid: flag('Whether money was taken.'),
  charge: chargeWord,
  amount: number('Dollars, print and postage.'),
  currency,
  print: number('Dollars of it for the print.'),
  shipping: number('Dollars of it for postage.'),
  billed_grams: integer('Of one part.'),
  print_hours: number('Machine hours of one part.'),
  material: text('Material.'),
  quality: text('standard or premium.'),
  quantity: integer('Parts.'),
  color: text('As ordered; Default when none was named.'),
  file_name: text('Name of the model.'),
  tracking: orNull(trackingFields, 'null until it ships.'),
  status_url: text('Page of the order, needs no login.'),
  payment_url: orNull(
    v.string(),
    'Page to pay at; null when paid or closed, and while a charge or payment is settling.',
  ),
  created_at: text('ISO 8601.'),
  updated_at: text('ISO 8601.'),
})

export function orderFields(order: Order, baseUrl: string): v.InferOutput<typeof orderAnswer> {
  const { options, price } = order
  return {
    order_code: order.code,
    status: order.status,
    status_label: orderStatusLabels[order.status],
    paid: order.paid,
    charge: chargeStandingOf(order),
    amount: dollarsOfCents(price.totalCents),
    currency: 'USD',
    print: dollarsOfCents(price.printCents),
    shipping: dollarsOfCents(price.shippingCents),
    billed_grams: price.gramsPerPart,
    print_hours: price.centihoursPerPart / 100,
    material: options.material,
    quality: options.quality,
    quantity: options.quantity,
    color: options.color,
    file_name: order.file.fileName,
    tracking: trackingJson(order.tracking),
    status_url: `${baseUrl}/orders/${order.code}`,
    payment_url: paymentUrlOf(order, baseUrl),
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
  }
}

/** Of website orders only the progress is known; the other fields are null. */
export const listedAnswer = v.object({
  order_code: text('For get_order, or with its email for track_order.'),
  store: v.pipe(
    v.picklist(['agent', 'api', 'web']),
    v.description('Placed by create_print_order, over the print API, or at the website checkout.'),
  ),
  status: statusWord,
  status_label: text('The status in words.'),
  paid: orNull(v.boolean(), 'Whether money was taken; null for website orders.'),
  charge: listedChargeWord,
  amount: orNull(v.number(), 'Dollars, print and postage; null for website orders.'),
  currency: orNull(v.literal('USD'), 'USD; null for website orders.'),
  file_name: orNull(v.string(), 'Name of the model; null for website orders.'),
  quantity: orNull(v.pipe(v.number(), v.integer()), 'Parts; null for website orders.'),
  tracking: orNull(trackingFields, 'null until it ships.'),
  created_at: text('ISO 8601.'),
})

type ListedFields = v.InferOutput<typeof listedAnswer>

export function listedOrderFields(store: 'api' | 'agent', order: Order): ListedFields {
  return {
    ...progress(order),
    store,
    paid: order.paid,
    charge: chargeStandingOf(order),
    amount: dollarsOfCents(order.price.totalCents),
    currency: 'USD',
    file_name: order.file.fileName,
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
  return { ...progress(order), store: 'web', ...unknown }
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

/** " DHL 123 (https://...)" behind a status line. */
export function trackingWords(tracking: Tracking | null): string {
  if (tracking === null) return ''
  const page = tracking.url === null ? '' : ` (${tracking.url})`
  return ` Tracking: ${tracking.carrier} ${tracking.number}${page}.`
}
