// The service's payment page: first asks the processor whether the order is paid, only then opens a checkout (decisions.md 12).
import type { AccountFailure, OrderFailure } from '../failure.ts'
import { type Deps, ProcessorUnavailable } from '../ports.ts'
import { fail, ok, type Result } from '../result.ts'
import { openCheckout } from './checkout.ts'
import { isPlausibleCode } from './code.ts'
import type { Order } from './order.ts'
import { type Settled, settleOrder, takePayment } from './settle-order.ts'
import { isClosed } from './status.ts'

export type PayState = {
  readonly order: Order
  readonly payment: Settled['kind'] | 'closed'
}

/** What the pay page shows; `closed` = cancelled or rejected, no money is taken for it. */
export async function readPayState(
  deps: Deps,
  code: string,
): Promise<Result<PayState, OrderFailure | AccountFailure>> {
  const order = isPlausibleCode(code) ? await deps.orders.readByCode(code) : null
  if (order === null) return fail({ kind: 'order_not_found' })
  try {
    const settled = await settleOrder(deps, order)
    if (settled.kind === 'unpaid' && isClosed(order.status)) return ok({ order, payment: 'closed' })
    return ok({ order, payment: settled.kind })
  } catch (error) {
    if (error instanceof ProcessorUnavailable) return fail({ kind: 'processor_unavailable' })
    throw error
  }
}

/** The hosted checkout to send the payer to; null when there is nothing to pay (paid, pending or closed). */
export async function openPayment(
  deps: Deps,
  code: string,
): Promise<Result<{ url: string | null }, OrderFailure | AccountFailure>> {
  const state = await readPayState(deps, code)
  if (!state.ok) return state
  if (state.value.payment !== 'unpaid') return ok({ url: null })
  try {
    return ok({ url: await reopenCheckout(deps, state.value.order) })
  } catch (error) {
    if (error instanceof ProcessorUnavailable) return fail({ kind: 'processor_unavailable' })
    throw error
  }
}

/** The open session again, or a new one: never two open at once, because its key names the session before it. */
async function reopenCheckout(deps: Deps, order: Order): Promise<string | null> {
  if (order.checkoutSessionId !== null) {
    const earlier = await deps.payments.readCheckout(order.checkoutSessionId)
    if (earlier.status === 'open') return earlier.url
    if (earlier.paid && earlier.paymentId !== null) {
      await takePayment(deps, order.code, earlier.paymentId, order.price.totalCents)
      return null
    }
  }
  return await openCheckout(deps, order)
}
