// Settles an unpaid order from the processor's own record: used by the reconciler, the order pages and the pay page.
import type { CallShare } from '../payments/ports.ts'
import { chargeStandingOf } from './charge-standing.ts'
import { unpaidReasons } from './charge-words.ts'
import { closeCheckout } from './checkout.ts'
import { isDerivedId } from './identity.ts'
import type { Order } from './order.ts'
import type { OrderDeps } from './ports.ts'

export type Settlement =
  | { readonly kind: 'paid' }
  /** Nothing succeeded and nothing is under way: a new payment may be taken. */
  | { readonly kind: 'unpaid' }
  /** The processor is still working, or a charge may still arrive there. */
  | { readonly kind: 'pending' }

/** A charge that the processor has no record of so long after our last word on it never reached it. */
const arrivalSeconds = 8
/**
 * A living process settles its own charge within this: three tries of nine seconds, and some for the database. A charge
 * that is still `started` later has lost its process.
 */
export const chargeLimitSeconds = 40

/**
 * How much older than its row a charge of the order may be. Rows of an order with a derived id may have been lost and
 * written again by a retry, for as long as the processor keeps the first one's idempotency key: 24 hours and a margin.
 */
const lookBackMs = ({ id }: Order): number => (isDerivedId(id) ? 48 * 3_600_000 : 60_000)

/** Asks the processor for a page what became of an unpaid order's payments, and writes it down. Throws ProcessorUnavailable. */
export async function settleForPage(deps: OrderDeps, order: Order): Promise<Settlement> {
  if (order.paid) return { kind: 'paid' }
  return settleFromRecord(deps, order, {
    share: 'pages',
    abandonedAfterSeconds: chargeLimitSeconds,
  })
}

/**
 * The same for a paid order as well: a charge that was given up may arrive after another payment, and is given back. A
 * charge that is still `started` is given up from an age of `abandonedAfterSeconds`.
 */
export async function settleFromRecord(
  deps: OrderDeps,
  order: Order,
  { share, abandonedAfterSeconds }: { share: CallShare; abandonedAfterSeconds: number },
): Promise<Settlement> {
  const account = await deps.accounts.read(order.accountId)
  const since = new Date(order.createdAt.getTime() - lookBackMs(order))
  const customerId = account?.customerId ?? null
  // Every charge and every checkout has a customer: without one, nothing can have been paid.
  const payments =
    customerId === null
      ? []
      : await deps.payments.findPayments(order.code, customerId, since, {
          orderId: order.id,
          share,
        })
  let { paid } = order
  // Oldest first: it pays, any other one is given back.
  for (const { status, paymentId, amountCents } of payments.toReversed()) {
    if (status !== 'succeeded') continue
    paid = (await applyPayment(deps, order.code, paymentId, amountCents)).paid
  }
  if (paid) return { kind: 'paid' }
  // Succeeded without paying the order: of another amount, so a person has to look before more money is taken.
  const pending = payments.some(({ status }) => status !== 'failed')
  if (pending !== order.paymentPending) await deps.orders.setPaymentPending(order.id, pending)
  if (pending) return { kind: 'pending' }
  if (chargeStandingOf(order) !== 'settling') return { kind: 'unpaid' }
  const failed = payments.find((payment) => payment.status === 'failed')
  const settled = await deps.orders.settleUnpaid(
    order.id,
    failed === undefined
      ? {
          state: 'not_made',
          reason: unpaidReasons.neverArrived,
          quietSeconds: arrivalSeconds,
          abandonedAfterSeconds,
        }
      : { state: 'declined', reason: failed.reason ?? 'The card was declined' },
  )
  if (settled.paid) return { kind: 'paid' }
  return { kind: chargeStandingOf(settled) === 'settling' ? 'pending' : 'unpaid' }
}

/**
 * Marks an order paid by a payment that the processor confirms, and answers the order as it is then. A second payment
 * for the same order is given back. Throws when the payment names no order: that cannot be answered with one.
 */
export async function applyPayment(
  deps: OrderDeps,
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
