// Opens the hosted checkout of an unpaid order, and says what is paid for.
import { ensureCustomer } from '../accounts/customer.ts'
import type { Deps } from '../ports.ts'
import type { NewOrder, Order } from './order.ts'

/** A new session and its URL, null when the processor gave none. The session before it must not be open any more. */
export async function openCheckout(deps: Deps, order: Order): Promise<string | null> {
  const page = `${deps.baseUrl}/orders/${order.code}`
  const { sessionId, url } = await deps.payments.openCheckout({
    orderId: order.id,
    orderCode: order.code,
    amountCents: order.price.totalCents,
    description: chargeDescription(order),
    customerId: await ensureCustomer(deps, order.accountId),
    successUrl: `${page}?paid=1`,
    cancelUrl: `${page}/pay`,
    // Its key names the session before it, so that two that race get the same new one.
    attempt: order.checkoutSessionId === null ? 'first' : `after-${order.checkoutSessionId}`,
  })
  await deps.orders.saveCheckout(order.id, { sessionId, url })
  return url
}

/** service.md, "Pricing rules" 9: material, colour, nozzle, layer height, quantity and file name. */
export function chargeDescription({ options, file }: Pick<NewOrder, 'options' | 'file'>): string {
  const { material, color, nozzleDiameter, layerHeight, quantity } = options
  const settings = `${material.toUpperCase()} ${color}, ${nozzleDiameter} mm nozzle, ${layerHeight} mm layers`
  return `3D print: ${settings}, ${quantity} x ${file.fileName}`.slice(0, 500)
}
