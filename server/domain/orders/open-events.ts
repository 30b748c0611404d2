// Payments that were announced before their order was in the database: after a loss of rows the order may be written again by a
// retry of its request, or come back with a restored database, and is then paid by what is known already. The processor's
// record decides: a person may have refunded the payment in the meantime.

import { type OpenEvent, ProcessorUnavailable } from '../payments/ports.ts'
import type { OrderDeps } from './ports.ts'
import { applyPayment } from './settle-order.ts'

/** For one round, which comes every two seconds: each is one call to the processor. */
const roundLimit = 10

/**
 * Looks at the open events that are due. A payment whose order exists by now is applied to it; the events of a payment that
 * was refunded in full are closed. Returns how many payments were applied or closed.
 */
export async function applyOpenEvents(deps: OrderDeps): Promise<number> {
  const events = await deps.processorEvents.claimOpen(roundLimit)
  const closed = new Set<string>()
  for (const event of events) {
    if (closed.has(event.paymentId)) continue
    try {
      if (await settleOpenEvent(deps, event)) closed.add(event.paymentId)
    } catch (error) {
      // It stays open and is looked at again; the others must not wait for it.
      const facts = { eventId: event.id, error }
      if (error instanceof ProcessorUnavailable) {
        deps.log.warn('payment.open_event_unreachable', facts)
      } else {
        deps.log.error('payment.open_event_not_applied', facts)
      }
    }
  }
  return closed.size
}

/** Whether nothing is left to do for the payment. */
async function settleOpenEvent(deps: OrderDeps, event: OpenEvent): Promise<boolean> {
  const { id: eventId, paymentId } = event
  const payment = await deps.payments.readPayment(paymentId)
  if (payment === null || payment.status === 'processing') return false
  if (payment.status === 'failed') {
    await deps.processorEvents.closePayment(paymentId)
    deps.log.info('payment.open_event_refunded', { eventId, paymentId })
    return true
  }
  const order = await deps.orders.readReferenced(event)
  if (order === null) return false
  await applyPayment(deps, order.code, paymentId, payment.amountCents)
  await deps.processorEvents.closePayment(paymentId)
  deps.log.info('payment.open_event_applied', { eventId, code: order.code })
  return true
}
