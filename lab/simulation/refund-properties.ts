// Conditions of refunds at the end: each was executed once, no request refunded more than its amount, and none was
// made without a request.
import { differences } from './differences.ts'
import type { Facts } from './facts.ts'

export function refundsAreDone({ rows, refunds: done }: Facts): string[] {
  const wrong: string[] = []
  for (const { id, state, amount, gift, mails, orderId, returned, processorId } of rows.refunds) {
    const moved = done.filter(
      (refund) => refund.metadata['refund_id'] === id || refund.id === processorId,
    )
    const times = state === 'succeeded' && amount > gift ? 1 : 0
    if (moved.length !== times) {
      wrong.push(
        `refund ${id} of order ${orderId} is ${state} and was carried out ${moved.length} times`,
      )
    }
    if (state === 'failed' && gift > 0 && !returned) {
      wrong.push(`refund ${id} of order ${orderId} was refused and moved its gift card's part`)
    }
    const expectedMails = state === 'succeeded' || returned ? 1 : 0
    if (mails !== expectedMails) wrong.push(`refund ${id} has ${mails} mails`)
  }
  for (const order of rows.orders) {
    const ofOrder = rows.refunds.filter(({ orderId }) => orderId === order.id)
    const refunded = ofOrder.reduce(
      (sum, { state, amount, gift }) => sum + (state === 'succeeded' ? amount : gift),
      0,
    )
    wrong.push(...differences(`order ${order.code}`, order, { refunded, refunding: 0 }))
  }
  return wrong
}

/**
 * Checks that after all repeats a request has refunded at most its amount, through the gift card and the processor.
 */
export function requestsGiveTheirAmount({ rows, refunds: done }: Facts): string[] {
  const requests = Map.groupBy(
    rows.refunds,
    ({ orderId, requestKey }) => `${orderId} ${requestKey}`,
  )
  return [...requests].flatMap(([name, attempts]) => {
    const requested = Math.max(...attempts.map((attempt) => attempt.requested))
    const toGiftCard = attempts.reduce((sum, { gift }) => sum + gift, 0)
    const ids = new Set(attempts.map(({ id }) => id))
    const toCard = done
      .filter(({ metadata }) => ids.has(metadata['refund_id'] ?? ''))
      .reduce((sum, { amount }) => sum + amount, 0)
    return toGiftCard + toCard > requested
      ? [`the request ${name} gave back ${toGiftCard} + ${toCard} of ${requested} cents`]
      : []
  })
}

/**
 * Checks that a payment is refunded without a request only when another one paid its order, or the order was
 * cancelled before.
 */
export function returnsHaveAReason({ rows, charges, refunds, rowsWereLost }: Facts): string[] {
  if (rowsWereLost) return []
  const ofOrders = new Set(rows.refunds.map(({ id }) => id))
  return refunds.flatMap(({ metadata, payment_intent: payment, created }) => {
    const id = metadata['refund_id']
    // A refund without an id was made elsewhere.
    if (id === undefined || ofOrders.has(id)) return []
    const charge = charges.find((each) => each.payment_intent === payment)
    const order = rows.orders.find((each) => each.id === charge?.metadata['order_id'])
    const isOfOrder = order !== undefined && charge?.metadata['purchase_id'] === undefined
    if (!isOfOrder || order.paid || (order.closedAt !== null && order.closedAt <= created)) {
      return []
    }
    return [`a payment of order ${order.code} went back although the order was open`]
  })
}
