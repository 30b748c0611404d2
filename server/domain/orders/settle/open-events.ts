// Payments whose order is not in the database. After a loss of rows, a retry or a restored database may recreate the
// order; the stored event then pays it. The payment is first read from the processor, because it may have been
// refunded.

import { applyPurchasePayment } from '../../gift-cards/settle-purchase.ts'
import { type OpenEvent, ProcessorUnavailable, purchaseReference } from '../../payments/ports.ts'
import { applyPayment } from '../charge/settle-order.ts'
import type { OpenEventDeps, PaymentSearchDeps } from '../deps.ts'

/** Number of processor calls per round; a round runs every `roundSeconds`. */
const roundLimit = 10

/**
 * Processes due open events, several payments concurrently. Applies a payment whose order now exists, and closes the
 * events of a fully refunded payment. Returns how many payments were applied or closed.
 */
export async function applyOpenEvents(deps: OpenEventDeps): Promise<number> {
  const events = await deps.processorEvents.claimOpen(roundLimit)
  const payments = Map.groupBy(events, ({ paymentId }) => paymentId)
  const settled = await Promise.all([...payments.values()].map((each) => settlePayment(deps, each)))
  return settled.filter((isClosed) => isClosed).length
}

/** Whether the payment of these events was applied or closed. */
async function settlePayment(deps: OpenEventDeps, events: readonly OpenEvent[]): Promise<boolean> {
  for (const event of events) {
    try {
      if (await settleOpenEvent(deps, event)) return true
    } catch (error) {
      // The event stays open and is retried; other events continue.
      const facts = { eventId: event.id, error }
      if (error instanceof ProcessorUnavailable) {
        deps.log.warn('payment.open_event_unreachable', facts)
      } else {
        deps.log.error('payment.open_event_not_applied', facts)
      }
    }
  }
  return false
}

/** Returns true if the payment needs no more processing. */
async function settleOpenEvent(deps: OpenEventDeps, event: OpenEvent): Promise<boolean> {
  const { id: eventId, paymentId } = event
  const payment = await deps.payments.readPayment(paymentId)
  if (payment === null || payment.status === 'processing') return false
  if (payment.status === 'failed') {
    await deps.processorEvents.closePayment(paymentId)
    deps.log.info('payment.open_event_refunded', { eventId, paymentId })
    return true
  }
  if (!(await applyTo(deps, event, payment.amountCents))) return false
  await deps.processorEvents.closePayment(paymentId)
  deps.log.info('payment.open_event_applied', { eventId, code: event.orderCode })
  return true
}

/** Returns false while its order or purchase is missing. */
async function applyTo(
  deps: PaymentSearchDeps,
  event: OpenEvent,
  amountCents: number,
): Promise<boolean> {
  const { paymentId, orderCode, orderId } = event
  if (orderCode === purchaseReference && orderId !== null) {
    return await applyPurchasePayment(deps, { purchaseId: orderId, paymentId, amountCents })
  }
  const order = await deps.orders.readReferenced({ orderCode, orderId })
  if (order === null) return false
  await applyPayment(deps, order, paymentId, amountCents)
  return true
}
