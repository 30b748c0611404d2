// Settles orders from the processor's record, for the reconciler, the order page and the pay page.

import type { PaymentId } from '../../base/ids/payment-id.ts'
import type { CallPurpose, ProcessorPayment } from '../../payments/ports.ts'
import { chargeLimitSeconds, repeatableHours } from '../../payments/repeats.ts'
import { isDecided } from '../../payments/unmatched.ts'
import { returnUnusable } from '../../payments/unusable-payment.ts'
import type { ApplyPaymentDeps, SettleDeps } from '../deps.ts'
import type { OrderDeps, UnpaidSettlement } from '../ports.ts'
import { withShipPromise } from '../promise/ship-promise.ts'
import type { Order } from '../record/order.ts'
import { listLines, type PlacedOrder } from '../record/order-lines.ts'
import { isPaid, isPaymentPending } from '../record/payment.ts'
import { isClosed } from '../record/status.ts'
import { unpaidReason } from '../record/unpaid-reasons.ts'
import { chargeStandingOf } from './charge-standing.ts'
import { storedReason } from './charge-words.ts'
import { closeCheckout } from './checkout.ts'
import { findOrderPayments } from './order-payments.ts'

export type Settlement =
  | { readonly kind: 'paid' }
  /** No payment succeeded and none is pending, so a new payment is possible. */
  | { readonly kind: 'unpaid' }
  /** The processor is still working, or a charge may still arrive there. */
  | { readonly kind: 'pending' }

/** A charge without a record at the processor this long after the order's last change never arrived there. */
const arrivalSeconds = 8
/** Time after which a `started` charge is repeated, although its process may still wait for a slow response. */
export const repeatAfterSeconds = 15
/**
 * Time after the order's first row within which the charge is repeated without reading the processor's record first: a
 * repeat returns the outcome of the first request. Later the record is read first, because the first rows of the order
 * may have been lost, and the key of the first charge may have expired.
 */
export const freshMinutes = 10

/** Settles an unpaid order for a page. Throws ProcessorUnavailable. */
export async function settleForPage(deps: SettleDeps, order: Order): Promise<Settlement> {
  if (isPaid(order)) return { kind: 'paid' }
  return settleFromRecord(deps, order, 'pages')
}

/**
 * Settles any order. In a paid order, an abandoned charge can arrive after another payment, and is refunded. A charge
 * that is still `started` is abandoned after `chargeLimitSeconds`.
 */
export async function settleFromRecord(
  deps: SettleDeps,
  order: Order,
  purpose: CallPurpose,
): Promise<Settlement> {
  return await settleFromPayments(deps, order, await findOrderPayments(deps, order, purpose))
}

/** Settles an order from its payments in the processor's record. The caller passes them newest first. */
export async function settleFromPayments(
  deps: ApplyPaymentDeps,
  order: Order,
  payments: readonly ProcessorPayment[],
): Promise<Settlement> {
  if (await applyPayments(deps, order, payments)) return { kind: 'paid' }
  const isUnused = payments.some(({ status }) => status === 'succeeded')
  // A succeeded payment that did not pay an open order has a different amount. An operator must check it before more
  // money is charged.
  const pending =
    payments.some(({ status }) => status === 'processing') || (isUnused && !isClosed(order.status))
  if (pending !== isPaymentPending(order)) await deps.orders.setPaymentPending(order.id, pending)
  if (pending) return { kind: 'pending' }
  if (chargeStandingOf(order) !== 'settling') return { kind: 'unpaid' }
  // The payment of a closed order is refunded and then appears as failed, unless the refund was refused.
  if (isUnused && (await isBeingReturned(deps, payments))) return { kind: 'pending' }
  const unpaid = isUnused ? arrivedLate : unpaidSettlement(payments)
  const settled = await deps.orders.settleFinally(order.id, unpaid)
  if (isPaid(settled)) return { kind: 'paid' }
  return { kind: chargeStandingOf(settled) === 'settling' ? 'pending' : 'unpaid' }
}

const arrivedLate = { state: 'declined', ...unpaidReason('arrived_late') } as const

/** Whether a refund of one of the succeeded payments is in progress. */
async function isBeingReturned(
  { unmatchedPayments }: Pick<OrderDeps, 'unmatchedPayments'>,
  payments: readonly ProcessorPayment[],
): Promise<boolean> {
  const succeeded = payments.filter(({ status }) => status === 'succeeded')
  const records = await Promise.all(
    succeeded.map(({ paymentId }) => unmatchedPayments.read(paymentId)),
  )
  return !records.every((payment) => payment !== null && isDecided(payment))
}

/**
 * Applies the succeeded payments, oldest first: the first pays the order, all others are refunded. Returns whether the
 * order is paid.
 */
async function applyPayments(
  deps: ApplyPaymentDeps,
  order: Order,
  payments: readonly ProcessorPayment[],
): Promise<boolean> {
  let paid = isPaid(order)
  for (const { status, paymentId, amountCents } of payments.toReversed()) {
    if (status !== 'succeeded') continue
    paid = isPaid(await applyPayment(deps, order, paymentId, amountCents))
  }
  return paid
}

function unpaidSettlement(payments: readonly ProcessorPayment[]): UnpaidSettlement {
  const failed = payments.find(({ status }) => status === 'failed')
  if (failed !== undefined) {
    return { state: 'declined', cause: null, reason: storedReason(failed.reason ?? '') }
  }
  return {
    state: 'not_made',
    ...unpaidReason('never_arrived'),
    quietSeconds: arrivalSeconds,
    abandonedAfterSeconds: chargeLimitSeconds,
    repeatableHours,
  }
}

/**
 * Marks an order as paid by a confirmed payment and returns the updated order. Refunds a payment that the order cannot
 * use. Throws if the order no longer exists.
 */
export async function applyPayment(
  deps: ApplyPaymentDeps,
  order: PlacedOrder,
  paymentId: PaymentId,
  amountCents: number,
): Promise<Order> {
  const { code } = order
  const lines = await listLines(deps, order)
  const outcome = await withShipPromise(deps, (promise) => {
    const dueAt = (placed: PlacedOrder) => placed.dueAt ?? promise(placed, lines)
    return deps.orders.markPaid(code, { paymentId, amountCents, dueAt, placedOrder: order })
  })
  switch (outcome.kind) {
    case 'paid':
      deps.log.info('order.paid', { code, paymentId, amountCents })
      await closeCheckout(deps, outcome.order, paymentId)
      return outcome.order
    case 'already':
      return outcome.order
    case 'duplicate':
    case 'closed':
    case 'wrong_amount': {
      const subject = { kind: 'order', id: outcome.order.id, code } as const
      await returnUnusable(deps, { paymentId, amountCents, cause: outcome.kind, subject })
      return outcome.order
    }
    case 'being_returned':
      deps.log.warn('payment.being_returned', { code, paymentId })
      return outcome.order
    case 'no_such_order':
      throw new Error(`payment ${paymentId} names an unknown order`)
  }
}
