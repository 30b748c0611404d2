// How a payment names its order at Stripe: metadata, and a description within Stripe's length.

import { type OrderId, orderIdOf } from '../../domain/base/order-id.ts'
import { type PurchaseId, purchaseIdOf } from '../../domain/base/purchase-id.ts'
import type { PaymentOrigin } from '../../domain/payments/ports.ts'

/** Stripe keeps at most 1000 characters of a description. */
const maxDescriptionCharacters = 1000

/** The marker of releases that had no marker of their own for each deployment. */
const formerMarker = 'print-orders'

/**
 * The marker made from the public address: a copy of the database under another address does not take the original's payments for its
 * own.
 */
export const defaultMarker = (baseUrl: string): string => `${formerMarker}@${new URL(baseUrl).host}`

/** `marker`: distinguishes this deployment's payments from those of others that share the processor account. */
export const orderMetadata = (
  marker: string,
  { orderCode, orderId }: { readonly orderCode: string; readonly orderId: OrderId },
) => ({ svc_service: marker, order_code: orderCode, order_id: orderId })

export const purchaseMetadata = (
  marker: string,
  { purchaseId }: { readonly purchaseId: PurchaseId },
) => ({ svc_service: marker, purchase_id: purchaseId })

type Metadata = Readonly<Record<string, string>> | null

const markerOf = (metadata: Metadata): string | null => metadata?.['svc_service'] || null

/** Whether this deployment made the payment, in this release or a later one. */
export const isMarked = (marker: string, metadata: Metadata): boolean =>
  markerOf(metadata) === marker

export function originOf(marker: string, metadata: Metadata): PaymentOrigin {
  const text = markerOf(metadata)
  if (text === null) return 'unmarked'
  return text === marker || text === formerMarker ? 'ours' : 'other'
}

/** The order's id as a payment names it; null when it names none. */
export function orderIdIn(metadata: Metadata): OrderId | null {
  const id = metadata?.['order_id']
  return id ? orderIdOf(id) : null
}

/** The purchase that a payment is for, of any deployment; null for payments of orders and of other systems. */
export function purchaseIdIn(metadata: Metadata): PurchaseId | null {
  const id = markerOf(metadata) === null ? null : metadata?.['purchase_id']
  return id ? purchaseIdOf(id) : null
}

/** Cut at whole characters; Stripe treats an empty description as none and refuses an empty product name. */
export function describedAs(description: string): string {
  const text = description.trim()
  if (text === '') return 'Print order'
  return text.length <= maxDescriptionCharacters
    ? text
    : text.slice(0, maxDescriptionCharacters).toWellFormed()
}
