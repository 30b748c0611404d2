// How a payment names its order at Stripe: metadata, and a description within Stripe's length.

/** Stripe keeps at most 1000 characters of a description. */
const maxDescriptionCharacters = 1000

/** Marks what this service created: other systems may share the processor account. */
const serviceMarker = { svc_service: 'print-orders' } as const

export const orderMetadata = (order: { orderCode: string; orderId: string }) => ({
  ...serviceMarker,
  order_code: order.orderCode,
  order_id: order.orderId,
})

export const purchaseMetadata = ({ purchaseId }: { readonly purchaseId: string }) => ({
  ...serviceMarker,
  purchase_id: purchaseId,
})

type Metadata = Readonly<Record<string, string>> | null

export const isOurs = (metadata: Metadata): boolean =>
  metadata?.['svc_service'] === serviceMarker.svc_service

/** The order's id as a payment names it; null when it names none. */
export const orderIdOf = (metadata: Metadata): string | null => metadata?.['order_id'] || null

/** Of a purchase; null for payments of orders and of other systems. */
export const purchaseIdOf = (metadata: Metadata): string | null =>
  isOurs(metadata) ? metadata?.['purchase_id'] || null : null

/** Cut at whole characters; Stripe treats an empty description as none and refuses an empty product name. */
export function describedAs(description: string): string {
  const text = description.trim()
  if (text === '') return 'Print order'
  return text.length <= maxDescriptionCharacters
    ? text
    : text.slice(0, maxDescriptionCharacters).toWellFormed()
}
