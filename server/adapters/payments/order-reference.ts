// How a payment names its order at Stripe: metadata, and a description within Stripe's length limit.

import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { PurchaseId } from '../../domain/base/ids/purchase-id.ts'
import type { PaymentOrigin } from '../../domain/payments/ports.ts'

/** Stripe keeps at most 1000 characters of a description. */
const maxDescriptionCharacters = 1000

/** The marker of releases that used one marker for all deployments. */
const formerMarker = 'print-orders'

/**
 * Returns the marker for a public address. A copy of the database under another address does not treat the original's payments as its own.
 */
export const defaultMarker = (baseUrl: string): string => `${formerMarker}@${new URL(baseUrl).host}`

/** Returns the metadata of an order. `marker` distinguishes this deployment's payments from others on the same processor account. */
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

/** Whether this deployment made the payment, in any release. */
export const isMarked = (marker: string, metadata: Metadata): boolean =>
  markerOf(metadata) === marker

export function originOf(marker: string, metadata: Metadata): PaymentOrigin {
  const text = markerOf(metadata)
  if (text === null) return 'unmarked'
  return text === marker || text === formerMarker ? 'ours' : 'other'
}

/** Returns the order's id as the payment's metadata states it, unchecked, or null when there is none. */
export const orderIdIn = (metadata: Metadata): string | null => metadata?.['order_id'] || null

/**
 * Returns the id of the purchase that the payment's metadata states, unchecked and for any deployment. Returns null for payments of orders
 * and of other systems.
 */
export const purchaseIdIn = (metadata: Metadata): string | null =>
  markerOf(metadata) === null ? null : metadata?.['purchase_id'] || null

/** Cuts the text at whole characters. Stripe treats an empty description as none and rejects an empty product name. */
export function describedAs(description: string): string {
  const text = description.trim()
  if (text === '') return 'Print order'
  return text.length <= maxDescriptionCharacters
    ? text
    : text.slice(0, maxDescriptionCharacters).toWellFormed()
}
