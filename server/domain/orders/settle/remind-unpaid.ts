// Reminds buyers once of a basket order that waits for its payment. Orders of the API, of agents and of POST
// /api/checkout are left to their callers.

import { ProcessorUnavailable } from '../../payments/ports.ts'
import { settleFromRecord } from '../charge/settle-order.ts'
import type { SettleDeps } from '../deps.ts'
import type { Order } from '../record/order.ts'

/** Time after which the reminder is sent. */
export const reminderSeconds = 3_600
const remindedAtOnce = 10

/**
 * Runs one round of the worker: queries the processor about each order, and reminds buyers of orders without a
 * payment.
 */
export async function remindUnpaid(
  deps: SettleDeps,
  { afterSeconds = reminderSeconds }: { readonly afterSeconds?: number } = {},
): Promise<void> {
  const forgotten = await deps.orders.claimForgotten({ afterSeconds, limit: remindedAtOnce })
  await Promise.all(forgotten.map((order) => remind(deps, order)))
}

async function remind(deps: SettleDeps, order: Order): Promise<void> {
  const { code } = order
  try {
    const { kind } = await settleFromRecord(deps, order, 'upkeep')
    if (kind === 'unpaid' && (await deps.orders.remind(order.id))) {
      deps.log.info('order.reminded', { code })
    }
  } catch (error) {
    // The order is checked again in a later round. A failed order must not block the reminders of the others.
    const facts = { code, error }
    if (error instanceof ProcessorUnavailable) {
      deps.log.warn('order.not_reminded', facts)
    } else {
      deps.log.error('order.not_reminded', facts)
    }
  }
}
