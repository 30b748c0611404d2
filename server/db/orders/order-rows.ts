// Between an order and its row. Plain columns need no parsing: a CHECK constraint backs each union of the schema.
import type { Insertable, Selectable } from 'kysely'
import { keysOf } from '../../domain/base/keys-of.ts'
import type { Log } from '../../domain/base/ports.ts'
import type { PartSize } from '../../domain/models/report.ts'
import type { ChargeCard, Hold, NewOrder, Order } from '../../domain/orders/order.ts'
import type { WebDetails } from '../../domain/orders/order-lines.ts'
import { priorityOfRank } from '../../domain/orders/priority.ts'
import { visibleTracking } from '../../domain/orders/tracking.ts'
import { buyerOfRow, columnsOfBuyer } from '../accounts/buyer-columns.ts'
import { recover } from '../core/json.ts'
import type { OrdersTable } from '../schema/orders.ts'
import { columnsOfPart, partOfRow } from './printed-part.ts'
import { fileReviewOf, findingsJson } from './stored-file-review.ts'
import { supportsJson, supportsOfRow } from './stored-supports.ts'
import { readTracking } from './stored-tracking.ts'

export type OrderRow = Selectable<OrdersTable>

/** Every column, by name, for prepared statements. The type keeps it complete. */
const columns: Readonly<Record<keyof OrdersTable, true>> = {
  id: true,
  code: true,
  account_id: true,
  source: true,
  status: true,
  paid: true,
  material: true,
  quality: true,
  quantity: true,
  color: true,
  infill: true,
  nozzle_diameter: true,
  nozzle_flow: true,
  layer_height: true,
  units: true,
  dimensions_mm: true,
  read_unit: true,
  note: true,
  recipient_name: true,
  street1: true,
  street2: true,
  city: true,
  state: true,
  zip: true,
  country: true,
  email: true,
  phone: true,
  company: true,
  vat_id: true,
  purchase_order: true,
  print_cents: true,
  shipping_cents: true,
  total_cents: true,
  grams_per_part: true,
  centihours_per_part: true,
  file_uri: true,
  file_name: true,
  file_sha256: true,
  file_size_bytes: true,
  file_format: true,
  idempotency_key: true,
  quote_id: true,
  credential: true,
  charge_state: true,
  charge_checked_at: true,
  charge_customer_id: true,
  charge_payment_method_id: true,
  charge_retry_at: true,
  charge_looks: true,
  payment_looked_at: true,
  payment_pending: true,
  payment_id: true,
  unpaid_reason: true,
  checkout_session_id: true,
  checkout_url: true,
  tracking: true,
  version: true,
  refunded_cents: true,
  refunding_cents: true,
  disputed_cents: true,
  lost_cents: true,
  held_reason: true,
  held_at: true,
  held_by: true,
  review_findings: true,
  reviewed_at: true,
  reviewed_by: true,
  priority: true,
  due_at: true,
  line_count: true,
  lines_grams: true,
  lines_centihours: true,
  planned_seconds: true,
  supports: true,
  request_hash: true,
  gift_card_id: true,
  gift_cents: true,
  gift_refunded_cents: true,
  invoice_due: true,
  created_at: true,
  anonymized_at: true,
  updated_at: true,
}
export const orderColumns = keysOf(columns)

/** The row of a new order; the database sets the other columns. */
export function rowOfOrder(order: NewOrder) {
  const { options, address } = order
  return {
    id: order.id,
    code: order.code,
    account_id: order.accountId,
    source: order.source,
    status: 'PENDING_PAYMENT' as const,
    ...columnsOfPart(order),
    planned_seconds: order.plannedSeconds ?? null,
    supports: supportsJson(order.supports),
    dimensions_mm: order.size === null ? null : [...order.size.dimensionsMm],
    read_unit: order.size?.unit ?? null,
    note: options.note,
    recipient_name: address.recipientName,
    street1: address.street1,
    street2: address.street2,
    city: address.city,
    state: address.state,
    zip: address.zip,
    country: address.country,
    email: address.email,
    phone: address.phone,
    ...columnsOfBuyer(order.buyer),
    idempotency_key: order.idempotencyKey,
    credential: order.chargedBy?.credential ?? null,
    charge_state: order.chargeState,
    charge_customer_id: order.chargeCard?.customerId ?? null,
    charge_payment_method_id: order.chargeCard?.paymentMethodId ?? null,
    unpaid_reason: order.unpaidReason,
    review_findings: findingsJson(order.fileReview?.findings ?? []),
  } satisfies Insertable<OrdersTable>
}

/** The columns of that row. The type keeps them complete. */
const columnsOfNew: Readonly<Record<keyof ReturnType<typeof rowOfOrder>, true>> = {
  id: true,
  code: true,
  account_id: true,
  source: true,
  status: true,
  material: true,
  quality: true,
  quantity: true,
  color: true,
  infill: true,
  nozzle_diameter: true,
  nozzle_flow: true,
  layer_height: true,
  units: true,
  file_uri: true,
  file_name: true,
  file_sha256: true,
  file_size_bytes: true,
  file_format: true,
  print_cents: true,
  shipping_cents: true,
  total_cents: true,
  grams_per_part: true,
  centihours_per_part: true,
  planned_seconds: true,
  supports: true,
  dimensions_mm: true,
  read_unit: true,
  note: true,
  recipient_name: true,
  street1: true,
  street2: true,
  city: true,
  state: true,
  zip: true,
  country: true,
  email: true,
  phone: true,
  company: true,
  vat_id: true,
  purchase_order: true,
  idempotency_key: true,
  credential: true,
  charge_state: true,
  charge_customer_id: true,
  charge_payment_method_id: true,
  unpaid_reason: true,
  review_findings: true,
}
export const newOrderColumns = keysOf(columnsOfNew)

/** Throws UnreadableColumn when the tracking has no known shape. */
export function orderOfRow(row: OrderRow): Order {
  const { options, price, file } = partOfRow(row)
  const enteredTracking = readTracking(row.tracking, {
    table: 'orders',
    column: 'tracking',
    id: row.id,
  })
  return {
    id: row.id,
    code: row.code,
    accountId: row.account_id,
    source: row.source,
    status: row.status,
    paid: row.paid,
    options: { ...options, note: row.note },
    address: {
      recipientName: row.recipient_name,
      street1: row.street1,
      street2: row.street2,
      city: row.city,
      state: row.state,
      zip: row.zip,
      country: row.country,
      email: row.email,
      phone: row.phone,
    },
    buyer: buyerOfRow(row),
    price,
    file,
    plannedSeconds: row.planned_seconds,
    supports: supportsOfRow(row.supports, { table: 'orders', id: row.id }),
    size: sizeOf(row),
    web: webOf(row),
    idempotencyKey: row.idempotency_key,
    quoteId: row.quote_id,
    chargeState: row.charge_state,
    chargeCard: chargeCardOf(row),
    paymentPending: row.payment_pending,
    unpaidReason: row.unpaid_reason,
    paymentId: row.payment_id,
    checkoutSessionId: row.checkout_session_id,
    checkoutUrl: row.checkout_url,
    tracking: visibleTracking(row.status, enteredTracking),
    enteredTracking,
    version: row.version,
    refundedCents: row.refunded_cents,
    refundingCents: row.refunding_cents,
    disputedCents: row.disputed_cents,
    lostCents: row.lost_cents,
    hold: holdOf(row),
    fileReview: fileReviewOf(row),
    priority: priorityOfRank(row.priority),
    dueAt: row.due_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export const orderOrNull = (row: OrderRow | undefined): Order | null =>
  row === undefined ? null : orderOfRow(row)

/** For lists and work lists: an order whose tracking cannot be read is listed without it. */
export const listedOrders = (log: Pick<Log, 'error'>, rows: readonly OrderRow[]): Order[] =>
  rows.map((row) =>
    recover(
      log,
      () => orderOfRow(row),
      () => orderOfRow({ ...row, tracking: null }),
    ),
  )

function sizeOf({ dimensions_mm: sizes, read_unit: unit }: OrderRow): PartSize | null {
  const [x, y, z] = sizes ?? []
  if (x === undefined || y === undefined || z === undefined || unit === null) return null
  return { dimensionsMm: [x, y, z], unit }
}

function webOf(row: OrderRow): WebDetails | null {
  if (row.source !== 'web') return null
  return {
    lineCount: row.line_count,
    grams: row.lines_grams ?? row.grams_per_part * row.quantity,
    hoursHundredths: row.lines_centihours ?? row.centihours_per_part * row.quantity,
    giftCents: row.gift_cents,
    giftRefundedCents: row.gift_refunded_cents,
    requestHash: row.request_hash ?? '',
  }
}

function holdOf({ held_reason: reason, held_at: at, held_by: by }: OrderRow): Hold | null {
  return reason === null || at === null || by === null ? null : { reason, at, by }
}

function chargeCardOf(row: OrderRow): ChargeCard | null {
  const { charge_customer_id: customerId, charge_payment_method_id: paymentMethodId } = row
  return customerId === null || paymentMethodId === null ? null : { customerId, paymentMethodId }
}
