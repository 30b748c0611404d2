// Between an order and its row. The database checks what TypeScript cannot: these casts are the parse boundary.
import type { Insertable, Selectable } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { Material, NozzleFlow, Quality } from '../../domain/catalog/options.ts'
import type { LengthUnit, ModelFormat } from '../../domain/models/format.ts'
import type { ChargeCard, NewOrder, Order, Tracking } from '../../domain/orders/order.ts'
import type { OrderStatus } from '../../domain/orders/status.ts'
import { type EnteredTracking, visibleTracking } from '../../domain/orders/tracking.ts'
import type { OrdersTable, TrackingJson } from '../core/schema.ts'

export type OrderRow = Selectable<OrdersTable>

/** Every column, by name: what a prepared statement asks for. The type keeps it complete. */
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
  created_at: true,
  updated_at: true,
}
export const orderColumns = Object.keys(columns) as (keyof OrdersTable)[]

export function rowOfOrder(order: NewOrder): Insertable<OrdersTable> {
  const { options, address, price, file } = order
  return {
    id: order.id,
    code: order.code,
    account_id: order.accountId,
    source: order.source,
    status: 'PENDING_PAYMENT',
    material: options.material,
    quality: options.quality,
    quantity: options.quantity,
    color: options.color,
    infill: options.infill,
    nozzle_diameter: options.nozzleDiameter,
    nozzle_flow: options.nozzleFlow,
    layer_height: options.layerHeight,
    units: options.units,
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
    print_cents: price.printCents,
    shipping_cents: price.shippingCents,
    total_cents: price.totalCents,
    grams_per_part: price.gramsPerPart,
    centihours_per_part: price.hoursHundredthsPerPart,
    file_uri: file.uri,
    file_name: file.fileName,
    file_sha256: file.sha256,
    file_size_bytes: file.sizeBytes,
    file_format: file.format,
    idempotency_key: order.idempotencyKey,
    charge_state: order.chargeState,
    charge_customer_id: order.chargeCard?.customerId ?? null,
    charge_payment_method_id: order.chargeCard?.paymentMethodId ?? null,
    unpaid_reason: order.unpaidReason,
    payment_id: null,
    checkout_session_id: null,
    checkout_url: null,
    tracking: null,
  }
}

export function orderOfRow(row: Selectable<OrdersTable>): Order {
  return {
    id: row.id,
    code: row.code,
    accountId: row.account_id as AccountId,
    source: row.source,
    status: row.status,
    paid: row.paid,
    options: {
      material: row.material as Material,
      quality: row.quality as Quality,
      quantity: row.quantity,
      color: row.color,
      infill: row.infill,
      nozzleDiameter: row.nozzle_diameter,
      nozzleFlow: row.nozzle_flow as NozzleFlow,
      layerHeight: row.layer_height,
      units: row.units as LengthUnit | null,
      note: row.note,
    },
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
    price: {
      printCents: row.print_cents,
      shippingCents: row.shipping_cents,
      totalCents: row.total_cents,
      gramsPerPart: row.grams_per_part,
      hoursHundredthsPerPart: row.centihours_per_part,
    },
    file: {
      uri: row.file_uri,
      fileName: row.file_name,
      sha256: row.file_sha256,
      sizeBytes: row.file_size_bytes,
      format: row.file_format as ModelFormat,
    },
    idempotencyKey: row.idempotency_key,
    quoteId: row.quote_id,
    chargeState: row.charge_state,
    chargeCard: chargeCardOf(row),
    paymentPending: row.payment_pending,
    unpaidReason: row.unpaid_reason,
    paymentId: row.payment_id,
    checkoutSessionId: row.checkout_session_id,
    checkoutUrl: row.checkout_url,
    ...trackingOfRow(row),
    version: row.version,
    refundedCents: row.refunded_cents,
    refundingCents: row.refunding_cents,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function chargeCardOf(row: OrderRow): ChargeCard | null {
  const { charge_customer_id: customerId, charge_payment_method_id: paymentMethodId } = row
  return customerId === null || paymentMethodId === null ? null : { customerId, paymentMethodId }
}

export function trackingJson(tracking: EnteredTracking | null): string | null {
  return tracking === null
    ? null
    : JSON.stringify({ ...tracking, shippedAt: tracking.shippedAt?.toISOString() ?? null })
}

export function trackingOfJson(json: TrackingJson | null): EnteredTracking | null {
  if (json === null) return null
  return { ...json, shippedAt: json.shippedAt === null ? null : new Date(json.shippedAt) }
}

/** What operators entered, and what of it everybody else may see. */
export function trackingOfRow(row: { status: OrderStatus; tracking: TrackingJson | null }): {
  tracking: Tracking | null
  enteredTracking: EnteredTracking | null
} {
  const enteredTracking = trackingOfJson(row.tracking)
  return { tracking: visibleTracking(row.status, enteredTracking), enteredTracking }
}
