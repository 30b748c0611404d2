// Settles orders from the processor's record, for the reconciler, the order page and the pay page.

import type { PaymentId } from '../../base/payment-id.ts'
import type { CallPurpose, ProcessorPayment } from '../../payments/ports.ts'
import { repeatableHours } from '../../payments/repeats.ts'
import { isDecided } from '../../payments/unmatched.ts'
import { returnUnusable } from '../../payments/unusable-payment.ts'
import type { ApplyPaymentDeps, SettleDeps } from '../deps.ts'
import type { Order } from '../order.ts'
import type { PlacedOrder } from '../order-lines.ts'
import { isPaid, isPaymentPending } from '../payment.ts'
import type { OrderDeps, UnpaidSettlement } from '../ports.ts'
import { shipPromise } from '../ship-promise.ts'
import { isClosed } from '../status.ts'
import { unpaidReasons } from '../unpaid-reasons.ts'
import { chargeStandingOf } from './charge-standing.ts'
import { keptReason } from './charge-words.ts'
import { closeCheckout } from './checkout.ts'
import { findOrderPayments } from './order-payments.ts'

export type Settlement =
  | { readonly kind: 'paid' }
  /** Nothing succeeded and nothing is pending: a new payment may be made. */
  | { readonly kind: 'unpaid' }
  /** The processor is still working, or a charge may still arrive there. */
  | { readonly kind: 'pending' }

/** A charge without a record at the processor this long after our last change never arrived there. */
const arrivalSeconds = 8
/**
 * A running process settles its own charge within this time: three attempts of nine seconds, and a margin for the database. The
 * process of a charge that is still `started` later has died.
 */
export const chargeLimitSeconds = 40

/** After this long a `started` charge is made again, although its process may be waiting for a slow response. */
export const repeatAfterSeconds = 15
/**
 * For this long from the order's first row on, the charge is repeated without reading the processor's record first: a repeat returns what
 * became of the first request. Later the record is read first, because the row may be that of an order whose first rows were lost, and the
 * key of its first charge may have expired.
 */
export const freshMinutes = 10

/** Settles an unpaid order for a page. Throws ProcessorUnavailable. */
export async function settleForPage(deps: SettleDeps, order: Order): Promise<Settlement> {
  if (isPaid(order)) return { kind: 'paid' }
  return settleFromRecord(deps, order, 'pages')
}

/**
 * Settles any order. In a paid order a charge that was given up may arrive after another payment, and is refunded. A charge that
 * is still `started` is given up at an age of `chargeLimitSeconds`.
 */
export async function settleFromRecord(
  deps: SettleDeps,
  order: Order,
  share: CallPurpose,
): Promise<Settlement> {
  return await settleFromPayments(deps, order, await findOrderPayments(deps, order, share))
}

/** Settles an order from its payments in the processor's record, newest first, which the caller has read. */
export async function settleFromPayments(
  deps: ApplyPaymentDeps,
  order: Order,
  payments: readonly ProcessorPayment[],
): Promise<Settlement> {
  if (await applyPayments(deps, order, payments)) return { kind: 'paid' }
  const isUnused = payments.some(({ status }) => status === 'succeeded')
  // A succeeded payment that did not pay an open order has another amount: a person has to check it before more money is taken.
  const pending =
    payments.some(({ status }) => status === 'processing') || (isUnused && !isClosed(order.status))
  if (pending !== isPaymentPending(order)) await deps.orders.setPaymentPending(order.id, pending)
  if (pending) return { kind: 'pending' }
  if (chargeStandingOf(order) !== 'settling') return { kind: 'unpaid' }
  // The payment of a closed order is refunded and then reads as failed, unless the refund was refused.
  if (isUnused && (await isBeingReturned(deps, payments))) return { kind: 'pending' }
  const unpaid = isUnused ? arrivedLate : unpaidSettlement(payments)
  const settled = await deps.orders.settleUnpaid(order.id, unpaid)
  if (isPaid(settled)) return { kind: 'paid' }
  return { kind: chargeStandingOf(settled) === 'settling' ? 'pending' : 'unpaid' }
}

const arrivedLate = { state: 'declined', reason: unpaidReasons.arrivedLate } as const

/** Whether a refund of one of the succeeded payments is under way. */
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

/** Applies the succeeded payments, oldest first: the first pays the order, all others are refunded. Returns whether it is paid. */
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
    return { state: 'declined', reason: keptReason(failed.reason ?? '') }
  }
  const reason = unpaidReasons.neverArrived
  return {
    state: 'not_made',
    reason,
    quietSeconds: arrivalSeconds,
    abandonedAfterSeconds: chargeLimitSeconds,
    repeatableHours,
  }
}

/**
 * Marks an order paid by a confirmed payment and returns the updated order. A payment that the order cannot use is refunded. Throws
 * when there is no such order any more.
 */
export async function applyPayment(
  deps: ApplyPaymentDeps,
  order: PlacedOrder,
  paymentId: PaymentId,
  amountCents: number,
): Promise<Order> {
  const { code } = order
  const dueAt = await shipPromise(deps)
  const outcome = await deps.orders.markPaid(code, { paymentId, amountCents, dueAt, known: order })
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
