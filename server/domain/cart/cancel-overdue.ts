// Cancels orders of the website that were not paid in time, so that a gift card's share is not held back for ever (decisions.md 39).

import { openCheckoutSeconds } from '../limits/open-checkouts.ts'
import type { Order } from '../orders/order.ts'
import { setOrderStatus } from '../orders/set-order-status.ts'
import { settleFromRecord } from '../orders/settle-order.ts'
import { ProcessorUnavailable } from '../payments/ports.ts'
import type { CartDeps } from './ports.ts'

const cancelledAtOnce = 10
/** Who cancels, in the order's history. */
const byDeadline = 'payment deadline'

/**
 * One round: queries the processor about each overdue order, at the same time, and cancels those of which it has no payment. Run by the
 * worker.
 */
export async function cancelOverdue(
  deps: CartDeps,
  { afterSeconds = openCheckoutSeconds }: { readonly afterSeconds?: number } = {},
): Promise<void> {
  const overdue = await deps.checkouts.claimOverdue({ afterSeconds, limit: cancelledAtOnce })
  await Promise.all(overdue.map((order) => reviewOverdue(deps, order)))
}

async function reviewOverdue(deps: CartDeps, order: Order): Promise<void> {
  try {
    await cancelUnlessPaid(deps, order)
  } catch (error) {
    // It comes up again.
    const facts = { code: order.code, error }
    if (error instanceof ProcessorUnavailable) deps.log.warn('checkout.not_reviewed', facts)
    else deps.log.error('checkout.not_cancelled', facts)
  }
}

/** A payment that arrives after the cancellation is refunded, as for every closed order. */
async function cancelUnlessPaid(deps: CartDeps, order: Order): Promise<void> {
  const { code } = order
  const { kind } = await settleFromRecord(deps, order, 'upkeep')
  if (kind !== 'unpaid') return
  const now = await deps.orders.readByCode(code)
  if (now === null || now.paid || now.status !== 'PENDING_PAYMENT') return
  const cancelled = await setOrderStatus(deps, byDeadline, {
    code,
    status: 'CANCELLED',
    version: now.version,
  })
  if (cancelled.ok) deps.log.info('checkout.cancelled_unpaid', { code })
}
