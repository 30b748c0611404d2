// The columns of the desk's CSV of orders.
import type { Order } from '../../../../domain/orders/order.ts'
import { workOf } from '../../../../domain/orders/order-lines.ts'
import { dollarsText } from '../../../../domain/pricing/dollars.ts'
import type { CsvColumns } from '../../../responses/csv.ts'

export const orderColumns: CsvColumns<Order> = [
  ['code', ({ code }) => code],
  ['status', ({ status }) => status],
  ['paid', ({ paid }) => (paid ? 'yes' : 'no')],
  ['placed', ({ createdAt }) => createdAt.toISOString()],
  ['due', ({ dueAt }) => dueAt?.toISOString() ?? ''],
  ['priority', ({ priority }) => priority],
  ['held', ({ hold }) => hold?.reason ?? ''],
  ['material', ({ options }) => options.material],
  ['color', ({ options }) => options.color],
  ['nozzle_mm', ({ options }) => options.nozzleDiameter],
  ['quality', ({ options }) => options.quality],
  ['infill_percent', ({ options }) => options.infill],
  ['quantity', ({ options }) => options.quantity],
  ['grams', (order) => workOf(order).grams],
  ['hours', (order) => workOf(order).hoursHundredths / 100],
  ['total_usd', ({ price }) => dollarsText(price.totalCents)],
  ['refunded_usd', ({ refundedCents }) => dollarsText(refundedCents)],
  ['file', ({ file }) => file.fileName],
  ['note', ({ options }) => options.note ?? ''],
  ['recipient', ({ address }) => address.recipientName],
  ['street1', ({ address }) => address.street1],
  ['street2', ({ address }) => address.street2 ?? ''],
  ['city', ({ address }) => address.city],
  ['state', ({ address }) => address.state],
  ['zip', ({ address }) => address.zip],
  ['country', ({ address }) => address.country],
  ['email', ({ address }) => address.email],
  ['phone', ({ address }) => address.phone ?? ''],
  ['carrier', ({ enteredTracking }) => enteredTracking?.carrier ?? ''],
  ['tracking_number', ({ enteredTracking }) => enteredTracking?.number ?? ''],
]
