// Payments that were announced before their order was in the database: after a loss of rows the order may be written again by a
// retry of its request, or come back with a restored database, and is then paid by what is known already.
import type { Deps, OpenEvent } from '../ports.ts'
import { takePayment } from './settle-order.ts'

/** Applies the open events whose order exists by now, and returns how many were applied. */
export async function applyOpenEvents(deps: Deps): Promise<number> {
  const events = await deps.processorEvents.readApplicable(50)
  let applied = 0
  for (const event of events) {
    try {
      if (await applyPayment(deps, event)) applied += 1
    } catch (error) {
      // It stays open, and the next round tries again; the others must not wait for it.
      deps.log.error('payment.open_event_not_applied', { eventId: event.id, error })
    }
  }
  return applied
}

async function applyPayment(deps: Deps, event: OpenEvent): Promise<boolean> {
  const order = await deps.orders.readReferenced(event)
  if (order === null) return false
  await takePayment(deps, order.code, event.paymentId, event.amountCents)
  await deps.processorEvents.markHandled(event.id, event.type)
  deps.log.info('payment.open_event_applied', { eventId: event.id, code: order.code })
  return true
}
