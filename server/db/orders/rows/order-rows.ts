// Converts orders to and from rows. Plain columns need no parsing, because a CHECK constraint backs each union of the schema.
import type { Insertable, Selectable } from 'kysely'
import { keysOf } from '../../../domain/base/keys-of.ts'
import type { Log } from '../../../domain/base/ports.ts'
import type { Hold, NewOrder, Order, WebDetails } from '../../../domain/orders/record/order.ts'
import { priorityOfRank } from '../../../domain/orders/record/priority.ts'
import { visibleTracking } from '../../../domain/orders/record/tracking.ts'
import { pricingTermsId } from '../../../domain/terms/terms-of.ts'
import { buyerOfRow, columnsOfBuyer } from '../../accounts/buyer-columns.ts'
import { recover } from '../../core/values/json.ts'
import type { OrdersTable } from '../../schema/orders.ts'
import { columnsOfPayment, paymentOfRow } from './payment-columns.ts'
import { columnsOfPart, partOfRow, sizeOfRow } from './printed-part.ts'
import { fileReviewOf, findingsJson } from './stored-file-review.ts'
import { supportsJson, supportsOfRow } from './stored-supports.ts'
import { readTracking } from './stored-tracking.ts'

export type OrderRow = Selectable<OrdersTable>

type NewRow = ReturnType<typeof rowOfOrder>

/**
 * Every column, for prepared statements: columns that a new order sets, and columns that the database sets or that are written later. The
 * type keeps the list complete.
 */
const columns: {
  readonly [Column in keyof OrdersTable]: Column extends keyof NewRow ? 'new' : 'later'
} = {
  id: 'new',
  code: 'new',
  account_id: 'new',
  source: 'new',
  status: 'new',
  paid: 'later',
  material: 'new',
  quality: 'new',
  quantity: 'new',
  color: 'new',
  infill: 'new',
  nozzle_diameter: 'new',
  nozzle_flow: 'new',
  layer_height: 'new',
  units: 'new',
  dimensions_mm: 'new',
  read_unit: 'new',
  note: 'new',
  recipient_name: 'new',
  street1: 'new',
  street2: 'new',
  city: 'new',
  state: 'new',
  zip: 'new',
  country: 'new',
  email: 'new',
  phone: 'new',
  company: 'new',
  vat_id: 'new',
  purchase_order: 'new',
  reference: 'new',
  terms_id: 'new',
  print_cents: 'new',
  shipping_cents: 'new',
  total_cents: 'new',
  grams_per_part: 'new',
  centihours_per_part: 'new',
  file_uri: 'new',
  file_name: 'new',
  file_sha256: 'new',
  file_size_bytes: 'new',
  file_format: 'new',
  idempotency_key: 'new',
  quote_id: 'later',
  credential: 'new',
  charge_state: 'new',
  charge_checked_at: 'later',
  charge_customer_id: 'new',
  charge_payment_method_id: 'new',
  charge_retry_at: 'later',
  charge_looks: 'later',
  payment_looked_at: 'later',
  payment_pending: 'later',
  payment_id: 'later',
  unpaid_cause: 'new',
  unpaid_reason: 'new',
  checkout_session_id: 'later',
  checkout_url: 'later',
  tracking: 'later',
  version: 'later',
  refunded_cents: 'later',
  refunding_cents: 'later',
  disputed_cents: 'later',
  lost_cents: 'later',
  held_reason: 'later',
  held_at: 'later',
  held_by: 'later',
  review_findings: 'new',
  reviewed_at: 'later',
  reviewed_by: 'later',
  priority: 'later',
  due_at: 'later',
  line_count: 'later',
  lines_grams: 'later',
  lines_centihours: 'later',
  planned_seconds: 'new',
  supports: 'new',
  request_hash: 'later',
  gift_card_id: 'later',
  gift_cents: 'later',
  gift_refunded_cents: 'later',
  invoice_due: 'later',
  created_at: 'later',
  anonymized_at: 'later',
  updated_at: 'later',
}
export const orderColumns = keysOf(columns)

/** Returns the row of a new order. The database sets the other columns. */
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
    reference: order.reference,
    terms_id: pricingTermsId(),
    idempotency_key: order.idempotencyKey,
    ...columnsOfPayment(order.payment),
    review_findings: findingsJson(order.fileReview?.findings ?? []),
  } satisfies Insertable<OrdersTable>
}

const isNew = (column: keyof OrdersTable): column is keyof NewRow => columns[column] === 'new'
/** The columns of the row of a new order. */
export const newOrderColumns: readonly (keyof NewRow)[] = orderColumns.filter(isNew)

/** Parses a row. Throws UnreadableColumn when the tracking has an unknown shape. */
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
    reference: row.reference,
    price,
    file,
    plannedSeconds: row.planned_seconds,
    supports: supportsOfRow(row.supports, { table: 'orders', id: row.id }),
    size: sizeOfRow(row),
    web: webOf(row),
    idempotencyKey: row.idempotency_key,
    termsId: row.terms_id,
    quoteId: row.quote_id,
    payment: paymentOfRow(row),
    checkout: checkoutOf(row),
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

/** Parses rows for lists and work lists. An order with unreadable tracking is listed without it. */
export const listedOrders = (log: Pick<Log, 'error'>, rows: readonly OrderRow[]): Order[] =>
  rows.map((row) =>
    recover(
      log,
      () => orderOfRow(row),
      () => orderOfRow({ ...row, tracking: null }),
    ),
  )

function webOf(row: OrderRow): WebDetails | null {
  if (row.source !== 'web') return null
  return {
    lineCount: row.line_count,
    grams: row.lines_grams ?? row.grams_per_part * row.quantity,
    centihours: row.lines_centihours ?? row.centihours_per_part * row.quantity,
    giftCents: row.gift_cents,
    giftRefundedCents: row.gift_refunded_cents,
    requestHash: row.request_hash ?? '',
  }
}

function holdOf({ held_reason: reason, held_at: at, held_by: by }: OrderRow): Hold | null {
  return reason === null || at === null || by === null ? null : { reason, at, by }
}

function checkoutOf({ checkout_session_id: sessionId, checkout_url: url }: OrderRow) {
  return sessionId === null ? null : { sessionId, url }
}
