// Cancels orders that were not paid in time: web orders after a day, so that a gift card's share is not blocked
// indefinitely (decisions.md 39), API and agent orders after 30 days (decisions.md 55).

import { openCheckoutSeconds } from '../../limits/open-checkouts.ts'
import { ProcessorUnavailable } from '../../payments/ports.ts'
import { unpaidSeconds } from '../charge/payment-deadline.ts'
import { settleFromRecord } from '../charge/settle-order.ts'
import type { OverdueDeps } from '../deps.ts'
import { changeSources } from '../history/change.ts'
import type { Order } from '../record/order.ts'
import { isPaid } from '../record/payment.ts'
import { setOrderStatus } from '../status-changes/set-order-status.ts'

const cancelledPerRound = 10

/**
 * Runs one round of the worker: queries the processor about all overdue orders concurrently, and cancels those without
 * a payment. `afterSeconds`: limit for web orders; `apiAfterSeconds`: limit for API and agent orders.
 */
export async function cancelOverdue(
  deps: OverdueDeps,
  {
    afterSeconds = openCheckoutSeconds,
    apiAfterSeconds = unpaidSeconds,
  }: { readonly afterSeconds?: number; readonly apiAfterSeconds?: number } = {},
): Promise<void> {
  const { claimOverdue } = deps.orders
  const overdue = await Promise.all([
    claimOverdue({ placedAt: 'website', afterSeconds, limit: cancelledPerRound }),
    claimOverdue({ placedAt: 'api', afterSeconds: apiAfterSeconds, limit: cancelledPerRound }),
  ])
  await Promise.all(overdue.flat().map((order) => reviewOverdue(deps, order)))
}

async function reviewOverdue(deps: OverdueDeps, order: Order): Promise<void> {
  try {
    await cancelUnlessPaid(deps, order)
  } catch (error) {
    // The order is checked again in the next round.
    const facts = { code: order.code, error }
    if (error instanceof ProcessorUnavailable) {
      deps.log.warn('order.unpaid_not_reviewed', facts)
    } else {
      deps.log.error('order.unpaid_not_cancelled', facts)
    }
  }
}

/**
 * Cancels the order unless it is paid. A payment that arrives after the cancellation is refunded, as for every closed
 * order.
 */
async function cancelUnlessPaid(deps: OverdueDeps, order: Order): Promise<void> {
  const { code } = order
  const { kind } = await settleFromRecord(deps, order, 'upkeep')
  if (kind !== 'unpaid') return
  const now = await deps.orders.readByCode(code)
  if (now === null || isPaid(now) || now.status !== 'PENDING_PAYMENT') return
  const cancelled = await setOrderStatus(deps, changeSources.paymentDeadline, {
    code,
    status: 'CANCELLED',
    version: now.version,
  })
  if (cancelled.ok) deps.log.info('order.unpaid_cancelled', { code })
}
