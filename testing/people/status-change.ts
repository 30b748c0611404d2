// A change of status as an operator's program sends it: with the version of the order and, for a closed order, with
// the treatment of its payment (decisions.md 49).
import type { Order } from '../../server/domain/orders/record/order.ts'

type Reads = { readonly orders: { readonly readByCode: (code: string) => Promise<Order | null> } }

/** Existing fields of the body are kept. */
export async function statusChange(
  { orders }: Reads,
  code: string,
  body: object,
): Promise<Record<string, unknown>> {
  const order = await orders.readByCode(code)
  const status = 'status' in body ? String(body.status) : ''
  const isClosing = status === 'CANCELLED' || status === 'REJECTED'
  return {
    ...(order !== null && { version: order.version }),
    ...(isClosing && !('refundCents' in body) && { refund: 'none' }),
    ...body,
  }
}
