// The payment page of an order. The processor is queried whether the order is paid before a checkout is opened (decisions.md 12).

import type { AccountFailure } from '../accounts/failure.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { consumeRateLimit } from '../limits/consume-rate-limit.ts'
import type { LimitFailure } from '../limits/failure.ts'
import { busySeconds, processorFailure } from '../payments/failure.ts'
import { ProcessorUnavailable } from '../payments/ports.ts'
import { isReplaceable, openCheckout } from './checkout.ts'
import type { OrderFailure } from './failure.ts'
import { findOrder } from './find-order.ts'
import type { Order } from './order.ts'
import { payabilityOf } from './payable.ts'
import type { OrderDeps } from './ports.ts'
import { type ReviewedOrder, reviewPayment, reviewPaymentNow } from './review-unpaid.ts'
import { applyPayment } from './settle-order.ts'

export type PayFailure = OrderFailure | AccountFailure | LimitFailure

/** The page is rate-limited by the client `address`. */
export type PageRequest = { readonly code: string; readonly address: string }

/** The order as the pay page shows it. */
export async function readPayState(
  deps: OrderDeps,
  { code, address }: PageRequest,
): Promise<Result<ReviewedOrder, PayFailure>> {
  const slot = await consumeRateLimit(deps, 'payment-page', address)
  if (!slot.ok) return slot
  const order = await findOrder(deps, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  return await catchProcessorErrors(async () => ok(await reviewPayment(deps, order)))
}

/** The URL of the hosted checkout; null when nothing may be paid now (paid, settling or closed). */
export async function openPayment(
  deps: OrderDeps,
  { code, address }: PageRequest,
): Promise<Result<{ url: string | null }, PayFailure>> {
  const byAddress = await consumeRateLimit(deps, 'payment-page', address)
  if (!byAddress.ok) return byAddress
  const order = await findOrder(deps, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  const byOrder = await consumeRateLimit(deps, 'payment-opening', order.code)
  if (!byOrder.ok) return byOrder
  return await catchProcessorErrors(async () => {
    const { order: present, review } = await reviewPaymentNow(deps, order)
    if (review === 'busy') return fail({ kind: 'processor_busy', retryAfterSeconds: busySeconds })
    if (payabilityOf(present) !== 'payable') return ok({ url: null })
    const url = await reopenCheckout(deps, present)
    // A payer who returns from the checkout within the review interval must see the outcome of the payment.
    await deps.orders.releaseReview(present.id)
    return ok({ url })
  })
}

async function catchProcessorErrors<T>(
  work: () => Promise<Result<T, PayFailure>>,
): Promise<Result<T, PayFailure>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProcessorUnavailable) return fail(processorFailure(error))
    throw error
  }
}

/** Returns the open session, or opens a new one. Two are never open at once, because the idempotency key names the previous one. */
async function reopenCheckout(deps: OrderDeps, order: Order): Promise<string | null> {
  if (order.checkoutSessionId !== null) {
    const earlier = await deps.payments.readCheckout(order.checkoutSessionId, 'pages')
    if (earlier.status === 'open') return earlier.url
    const { payment } = earlier
    if (payment?.status === 'succeeded') {
      await applyPayment(deps, order, payment.paymentId, payment.amountCents)
    }
    if (!isReplaceable(earlier)) return null
  }
  return await openCheckout(deps, order, 'pages')
}
