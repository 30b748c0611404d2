// Settles an unpaid order from the processor's own record: used by the reconciler, the order pages and the pay page.
import type { Deps } from '../ports.ts'
import { closeCheckout } from './checkout.ts'
import { isDerivedId } from './identity.ts'
import type { Order } from './order.ts'

export type Settled =
  | { readonly kind: 'paid' }
  /** Nothing succeeded and nothing is under way: a new payment may be taken. */
  | { readonly kind: 'unpaid' }
  /** The processor is still working, or a charge may still arrive there. */
  | { readonly kind: 'pending' }

/** A charge that the processor has no record of so long after our last word on it never reached it. */
const arrivalLimitMs = 8_000

/**
 * How much older than its row a charge of the order may be. Rows of an order with a derived id may have been lost and
 * written again by a retry, for as long as the processor keeps the first one's idempotency key: 24 hours and a margin.
 */
const lookBackMs = ({ id }: Order): number => (isDerivedId(id) ? 48 * 3_600_000 : 60_000)

/** Asks the processor what became of the order's payments and writes it down. Throws ProcessorUnavailable. */
export async function settleOrder(deps: Deps, order: Order): Promise<Settled> {
  return order.paid ? { kind: 'paid' } : settleFromRecord(deps, order)
}

/** The same for a paid order as well: a charge that was given up may arrive after another payment, and is given back. */
export async function settleFromRecord(deps: Deps, order: Order): Promise<Settled> {
  const account = await deps.accounts.read(order.accountId)
  const since = new Date(order.createdAt.getTime() - lookBackMs(order))
  const customerId = account?.customerId ?? null
  // Every charge and every checkout has a customer: without one, nothing can have been paid.
  const payments =
    customerId === null
      ? []
      : await deps.payments.findPayments(order.code, customerId, since, order.id)
  let { paid } = order
  // Oldest first: it pays, any other one is given back.
  for (const { status, paymentId, amountCents } of payments.toReversed()) {
    if (status !== 'succeeded') continue
    paid = (await takePayment(deps, order.code, paymentId, amountCents)).paid
  }
  if (paid) return { kind: 'paid' }
  // Succeeded without paying the order: of another amount, so a person has to look before more money is taken.
  if (payments.some(({ status }) => status !== 'failed')) return { kind: 'pending' }
  if (order.chargeState !== 'started' && order.chargeState !== 'unknown') return { kind: 'unpaid' }
  const failed = payments.find((payment) => payment.status === 'failed')
  if (failed !== undefined) {
    const reason = failed.reason ?? 'The card was declined'
    await deps.orders.settleCharge(order.id, { state: 'declined', reason })
    return { kind: 'unpaid' }
  }
  const silentMs = deps.clock.now().getTime() - order.updatedAt.getTime()
  if (silentMs < arrivalLimitMs) return { kind: 'pending' }
  await deps.orders.settleCharge(order.id, {
    state: 'not_made',
    reason: 'The charge never reached the card processor',
  })
  return { kind: 'unpaid' }
}

/**
 * Marks an order paid by a payment that the processor confirms, and answers the order as it is then. A second payment
 * for the same order is given back. Throws when the payment names no order: that cannot be answered with one.
 */
export async function takePayment(
  deps: Deps,
  code: string,
  paymentId: string,
  amountCents: number,
): Promise<Order> {
  const outcome = await deps.orders.markPaid(code, paymentId, amountCents)
  switch (outcome.kind) {
    case 'paid':
      deps.log.info('order.paid', { code, paymentId, amountCents })
      await closeCheckout(deps, outcome.order, paymentId)
      return outcome.order
    case 'already':
      return outcome.order
    case 'duplicate':
      deps.log.warn('payment.duplicate_refunded', { code, paymentId })
      await deps.payments.refund(paymentId)
      return outcome.order
    case 'closed':
      deps.log.warn('payment.closed_order_refunded', { code, paymentId })
      await deps.payments.refund(paymentId)
      return outcome.order
    case 'wrong_amount':
      deps.log.error('payment.wrong_amount', { code, paymentId, amountCents })
      return outcome.order
    case 'no_such_order':
      throw new Error(`payment ${paymentId} names an unknown order`)
  }
}
