// Columns of the desk's CSV of orders. For an order with several lines, a column about parts has one value per line.

import type { OrderCost } from '../../../../domain/desk/order-cost.ts'
import { costCurrency, type LabelCost } from '../../../../domain/desk/postage.ts'
import type {
  CustomsDeclaration,
  CustomsLine,
} from '../../../../domain/fulfillment/customs/declaration.ts'
import type { Order } from '../../../../domain/orders/record/order.ts'
import {
  type OrderLine,
  plannedGrams,
  plannedHours,
} from '../../../../domain/orders/record/order-lines.ts'
import { isPaid } from '../../../../domain/orders/record/payment.ts'
import { dollarsOfCents, dollarsText } from '../../../../domain/pricing/dollars.ts'
import type { CsvColumns } from '../../../responses/csv.ts'

type Row = { readonly order: Order; readonly lines: readonly OrderLine[] }

export const orderColumns: CsvColumns<Row> = [
  ['code', ({ order: { code } }) => code],
  ['status', ({ order: { status } }) => status],
  ['paid', ({ order }) => (isPaid(order) ? 'yes' : 'no')],
  ['placed', ({ order: { createdAt } }) => createdAt.toISOString()],
  ['due', ({ order: { dueAt } }) => dueAt?.toISOString() ?? ''],
  ['priority', ({ order: { priority } }) => priority],
  ['held', ({ order: { hold } }) => hold?.reason ?? ''],
  ['material', ({ lines }) => ofLines(lines, ({ options }) => options.material)],
  ['color', ({ lines }) => ofLines(lines, ({ options }) => options.color)],
  ['nozzle_mm', ({ lines }) => ofLines(lines, ({ options }) => options.nozzleDiameter)],
  ['quality', ({ lines }) => ofLines(lines, ({ options }) => options.quality)],
  ['infill_percent', ({ lines }) => ofLines(lines, ({ options }) => options.infill)],
  ['quantity', ({ order: { options } }) => options.quantity],
  ['grams', ({ order, lines }) => Math.round(10 * plannedGrams(order, lines)) / 10],
  ['hours', ({ order }) => Math.round(100 * plannedHours(order)) / 100],
  ['total_usd', ({ order: { price } }) => dollarsText(price.totalCents)],
  ['refunded_usd', ({ order: { refundedCents } }) => dollarsText(refundedCents)],
  ['file', ({ lines }) => ofLines(lines, ({ file }) => file.fileName)],
  ['note', ({ order: { options } }) => options.note ?? ''],
  ['recipient', ({ order: { address } }) => address.recipientName],
  ['street1', ({ order: { address } }) => address.street1],
  ['street2', ({ order: { address } }) => address.street2 ?? ''],
  ['city', ({ order: { address } }) => address.city],
  ['state', ({ order: { address } }) => address.state],
  ['zip', ({ order: { address } }) => address.zip],
  ['country', ({ order: { address } }) => address.country],
  ['email', ({ order: { address } }) => address.email],
  ['phone', ({ order: { address } }) => address.phone ?? ''],
  ['carrier', ({ order: { enteredTracking } }) => enteredTracking?.carrier ?? ''],
  ['tracking_number', ({ order: { enteredTracking } }) => enteredTracking?.number ?? ''],
  ['line_quantities', ({ lines }) => ofLines(lines, ({ options }) => options.quantity)],
  ['company', ({ order: { buyer } }) => buyer.company ?? ''],
  ['vat_id', ({ order: { buyer } }) => buyer.vatId ?? ''],
  ['purchase_order', ({ order: { buyer } }) => buyer.purchaseOrder ?? ''],
  ['reference', ({ order: { reference } }) => reference ?? ''],
]

/**
 * Columns for operators, after the others. Empty for orders that are neither paid nor printed. Negative numbers need no
 * protection against spreadsheet formulas.
 */
export const costColumns: CsvColumns<Row & { readonly cost: OrderCost | undefined }> = [
  ['printed_grams', ({ cost }) => (cost ? Math.round(cost.milligrams / 100) / 10 : '')],
  ['filament_cost_usd', ({ cost }) => dollars(cost?.filamentCents)],
  ['printer_hours', ({ cost }) => (cost ? Math.round(cost.seconds / 36) / 100 : '')],
  ['printer_cost_usd', ({ cost }) => dollars(cost?.printerCents)],
  ['postage_cost_usd', ({ cost }) => dollars(cost?.postageCents)],
  ['processor_fee_usd', ({ cost }) => dollars(cost?.feeCents)],
  ['margin_usd', ({ cost }) => dollars(cost?.marginCents)],
  ['postage_charged_usd', ({ cost }) => dollars(cost?.chargedPostageCents)],
  ['label_cost', ({ cost }) => (cost ? labelText(cost.labels) : '')],
]

/** Last columns. Empty for orders that cross no customs border. Values about the goods have one value per line. */
export const customsColumns: CsvColumns<{ readonly customs: CustomsDeclaration | null }> = [
  ['customs_form', ({ customs }) => customs?.form ?? ''],
  ['customs_description', ofGoods(({ description }) => description)],
  ['customs_hs_code', ofGoods(({ hsCode }) => hsCode)],
  ['customs_origin', ofGoods(({ originCountry }) => originCountry)],
  ['customs_value_usd', ofGoods(({ valueCents }) => dollarsText(valueCents))],
  ['customs_net_grams', ofGoods(({ netGrams }) => netGrams)],
  ['customs_total_usd', ({ customs }) => (customs ? dollarsText(customs.valueCents) : '')],
  ['customs_gross_grams', ({ customs }) => customs?.grossGrams ?? ''],
]

function ofGoods(of: (line: CustomsLine) => string | number) {
  return ({ customs }: { readonly customs: CustomsDeclaration | null }) => {
    const lines = customs?.lines ?? []
    const [only] = lines
    return lines.length === 1 && only !== undefined ? of(only) : lines.map(of).join(' | ')
  }
}

/** Returns the cost of labels, with the currency unless it is dollars. */
const labelText = (labels: readonly LabelCost[]): string | number => {
  const [only] = labels
  if (only === undefined) return 'not bought here'
  return labels.length === 1 && only.currency === costCurrency
    ? dollarsOfCents(only.cents)
    : labels.map(({ cents, currency }) => `${dollarsText(cents)} ${currency}`).join(' | ')
}

const dollars = (cents: number | null | undefined) => (cents == null ? '' : dollarsOfCents(cents))

/** Returns the value of a single line, or the values of all lines in order. */
function ofLines(lines: readonly OrderLine[], of: (line: OrderLine) => string | number) {
  const [only] = lines
  return lines.length === 1 && only !== undefined ? of(only) : lines.map(of).join(' | ')
}
