// An order as a line of CSV (RFC 4180). Of an order of several lines, a field of the part has one value for each of them.
import type { Order } from '../../../../domain/orders/order.ts'
import { type OrderLine, workOf } from '../../../../domain/orders/order-lines.ts'
import { formatDollars } from '../../../../domain/pricing/dollars.ts'

type Value = string | number

const columns: readonly (readonly [
  name: string,
  of: (order: Order, lines: readonly OrderLine[]) => Value,
])[] = [
  ['code', ({ code }) => code],
  ['status', ({ status }) => status],
  ['paid', ({ paid }) => (paid ? 'yes' : 'no')],
  ['placed', ({ createdAt }) => createdAt.toISOString()],
  ['due', ({ dueAt }) => dueAt?.toISOString() ?? ''],
  ['priority', ({ priority }) => priority],
  ['held', ({ hold }) => hold?.reason ?? ''],
  ['material', (_, lines) => ofLines(lines, ({ options }) => options.material)],
  ['color', (_, lines) => ofLines(lines, ({ options }) => options.color)],
  ['nozzle_mm', (_, lines) => ofLines(lines, ({ options }) => options.nozzleDiameter)],
  ['quality', (_, lines) => ofLines(lines, ({ options }) => options.quality)],
  ['infill_percent', (_, lines) => ofLines(lines, ({ options }) => options.infill)],
  ['quantity', ({ options }) => options.quantity],
  ['grams', (order) => workOf(order).grams],
  ['hours', (order) => workOf(order).hoursHundredths / 100],
  ['total_usd', ({ price }) => formatDollars(price.totalCents).replace('$', '')],
  ['refunded_usd', ({ refundedCents }) => formatDollars(refundedCents).replace('$', '')],
  ['file', (_, lines) => ofLines(lines, ({ file }) => file.fileName)],
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
  ['line_quantities', (_, lines) => ofLines(lines, ({ options }) => options.quantity)],
]

/** The value of the only line, or the values of all, in their order. */
function ofLines(lines: readonly OrderLine[], of: (line: OrderLine) => Value): Value {
  const [only] = lines
  return lines.length === 1 && only !== undefined ? of(only) : lines.map(of).join(' | ')
}

export const csvHeading = `${columns.map(([name]) => name).join(',')}\r\n`

export const csvLine = (order: Order, lines: readonly OrderLine[]): string =>
  `${columns.map(([, of]) => csvField(of(order, lines))).join(',')}\r\n`

/**
 * A text that a spreadsheet would read as a formula begins with an apostrophe instead: customers write these texts, and a formula can
 * send what the sheet holds elsewhere (OWASP, CSV injection).
 */
function csvField(value: Value): string {
  if (typeof value === 'number') return String(value)
  const plain = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/u.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
