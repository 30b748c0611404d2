// The payment page of an order. The processor is asked whether the order is paid before a checkout is opened
// (decisions.md 12).

import type { AccountFailure } from '../../accounts/failure.ts'
import type { AccountId } from '../../base/caller.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { retryHintSeconds } from '../../base/time/retry-hints.ts'
import { consumeRateLimit } from '../../limits/consume-rate-limit.ts'
import type { LimitFailure } from '../../limits/failure.ts'
import { processorFailure } from '../../payments/failure.ts'
import type { Checkout } from '../../payments/ports.ts'
import { isFor, isReplaceable, openCheckout, type Payer } from '../charge/checkout.ts'
import { payabilityOf } from '../charge/payable.ts'
import { applyPayment } from '../charge/settle-order.ts'
import type { PayPageDeps, ResumeDeps, SubmitDeps } from '../deps.ts'
import type { OrderFailure } from '../failure.ts'
import { findOrder } from '../find-order.ts'
import type { OrderDeps } from '../ports.ts'
import type { Order } from '../record/order.ts'
import { lookUpPayment, lookUpPaymentNow, type OrderLookup } from './look-up-payment.ts'

export type PayFailure = OrderFailure | AccountFailure | LimitFailure

/** The client `address` is used for rate limiting. */
export type PageRequest = { readonly code: string; readonly address: string }

/** Reads the order for the pay page. */
export async function readPayState(
  deps: PayPageDeps,
  { code, address }: PageRequest,
): Promise<Result<OrderLookup, PayFailure>> {
  const slot = await consumeRateLimit(deps, 'payment-page', address)
  if (!slot.ok) return slot
  const order = await findOrder(deps, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  return await catchProcessorErrors(deps, async () => ok(await lookUpPayment(deps, order)))
}

/**
 * Returns the URL of the hosted checkout; null if no payment is possible now (paid, settling or closed). `accountId`:
 * account of the payer's session; null without one.
 */
export async function openPayment(
  deps: SubmitDeps,
  { code, address, accountId }: PageRequest & { readonly accountId: AccountId | null },
): Promise<Result<{ url: string | null }, PayFailure>> {
  const byAddress = await consumeRateLimit(deps, 'payment-page', address)
  if (!byAddress.ok) return byAddress
  const order = await findOrder(deps, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  const byOrder = await consumeRateLimit(deps, 'payment-opening', order.code)
  if (!byOrder.ok) return byOrder
  return await catchProcessorErrors(deps, async () => {
    const { order: present, lookup } = await lookUpPaymentNow(deps, order)
    if (lookup === 'busy') {
      return fail({ kind: 'processor_busy', retryAfterSeconds: retryHintSeconds.processor })
    }
    if (payabilityOf(present) !== 'payable') return ok({ url: null })
    const payer = accountId === present.accountId ? 'owner' : 'guest'
    const url = await reopenCheckout(deps, present, payer)
    // A payer who returns from the checkout within the lookup interval must see the outcome of the payment.
    await deps.orders.releaseLookup(present.id)
    return ok({ url })
  })
}

async function catchProcessorErrors<T>(
  deps: Pick<OrderDeps, 'log'>,
  work: () => Promise<Result<T, PayFailure>>,
): Promise<Result<T, PayFailure>> {
  try {
    return await work()
  } catch (error) {
    const failure = processorFailure(error)
    if (failure === null) throw error
    deps.log.warn(`payment.page_${failure.kind}`, { error })
    return fail(failure)
  }
}

/**
 * Returns the open session, or opens a new one. A guest never gets the owner's session, which is closed instead. Two
 * sessions are never open at the same time, because the idempotency key includes the previous session, which can have
 * only one successor.
 */
async function reopenCheckout(
  deps: ResumeDeps,
  order: Order,
  payer: Payer,
): Promise<string | null> {
  const asPayer = { payer, purpose: 'pages' } as const
  if (order.checkout !== null) {
    const earlier = await readOrClose(deps, order.checkout.sessionId, payer)
    if (earlier.status === 'open') return earlier.url
    const { payment } = earlier
    if (payment?.status === 'succeeded') {
      await applyPayment(deps, order, payment.paymentId, payment.amountCents)
    }
    if (!isReplaceable(earlier)) return null
  }
  return await openCheckout(deps, order, asPayer)
}

/** Returns the current session. Expires an open session of another payer first. */
async function readOrClose(
  { payments }: Pick<OrderDeps, 'payments'>,
  sessionId: string,
  payer: Payer,
): Promise<Checkout> {
  const checkout = await payments.readCheckout(sessionId, 'pages')
  if (checkout.status !== 'open' || isFor(checkout, payer)) return checkout
  await payments.expireCheckout(sessionId)
  return await payments.readCheckout(sessionId, 'pages')
}
