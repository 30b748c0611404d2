// How a payment names its order at Stripe: metadata, and a description within Stripe's length.

/** Stripe keeps at most 1000 characters of a description. */
const DESCRIPTION_LENGTH_MAX = 1000

export const orderMetadata = (order: {
  orderCode: string
  orderId: string
}): { order_code: string; order_id: string } => ({
  order_code: order.orderCode,
  order_id: order.orderId,
})

/** Cut by whole characters; Stripe takes an empty description for "none" and refuses an empty product name. */
export function describedAs(description: string): string {
  const text = description.trim()
  if (text === '') return 'Print order'
  return text.length <= DESCRIPTION_LENGTH_MAX
    ? text
    : text.slice(0, DESCRIPTION_LENGTH_MAX).toWellFormed()
}
