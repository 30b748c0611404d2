// Columns of an account's CSV of its orders: the data of its pages, without internal data of the farm.

import type { Order } from '../../../domain/orders/record/order.ts'
import { isPaid } from '../../../domain/orders/record/payment.ts'
import { dollarsText } from '../../../domain/pricing/dollars.ts'
import type { CsvColumns } from '../../responses/csv.ts'

const sources = { rest: 'API', mcp: 'agent', web: 'website' } as const

export const ownOrderColumns: CsvColumns<Order> = [
  ['code', ({ code }) => code],
  ['status', ({ status }) => status],
  ['paid', (order) => (isPaid(order) ? 'yes' : 'no')],
  ['placed', ({ createdAt }) => createdAt.toISOString()],
  ['ordered_by', ({ source }) => sources[source]],
  ['file', ({ file }) => file.fileName],
  ['lines', ({ web }) => web?.lineCount ?? 1],
  ['quantity', ({ options }) => options.quantity],
  ['material', ({ options }) => options.material],
  ['color', ({ options }) => options.color],
  ['quality', ({ options }) => options.quality],
  ['infill_percent', ({ options }) => options.infill],
  ['print_usd', ({ price }) => dollarsText(price.printCents)],
  ['postage_usd', ({ price }) => dollarsText(price.shippingCents)],
  ['total_usd', ({ price }) => dollarsText(price.totalCents)],
  ['gift_card_usd', ({ web }) => dollarsText(web?.giftCents ?? 0)],
  ['refunded_usd', ({ refundedCents }) => dollarsText(refundedCents)],
  ['note', ({ options }) => options.note ?? ''],
  ['recipient', ({ address }) => address.recipientName],
  ['street1', ({ address }) => address.street1],
  ['street2', ({ address }) => address.street2 ?? ''],
  ['city', ({ address }) => address.city],
  ['state', ({ address }) => address.state],
  ['zip', ({ address }) => address.zip],
  ['country', ({ address }) => address.country],
  ['email', ({ address }) => address.email],
  ['carrier', ({ tracking }) => tracking?.carrier ?? ''],
  ['tracking_number', ({ tracking }) => tracking?.number ?? ''],
  ['company', ({ buyer }) => buyer.company ?? ''],
  ['vat_id', ({ buyer }) => buyer.vatId ?? ''],
  ['purchase_order', ({ buyer }) => buyer.purchaseOrder ?? ''],
  ['reference', ({ reference }) => reference ?? ''],
]
