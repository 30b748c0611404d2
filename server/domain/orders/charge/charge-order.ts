// Charges the saved card for an order and writes the outcome. A retry is the same charge: its idempotency key is the order's id.

import type { PaymentId } from '../../base/payment-id.ts'
import { type ChargeOutcome, ProcessorUnavailable } from '../../payments/ports.ts'
import type { ApplyPaymentDeps, ChargeDeps, SettleDeps } from '../deps.ts'
import type { NewOrder, Order } from '../order.ts'
import { type PlacedOrder, placedOf } from '../order-lines.ts'
import { type ChargeCard, chargeCardOf, isPaid } from '../payment.ts'
import type { OrderDeps } from '../ports.ts'
import { unpaidReasons } from '../unpaid-reasons.ts'
import { keptReason } from './charge-words.ts'
import { chargeDescription } from './checkout.ts'
import { applyPayment, settleFromRecord } from './settle-order.ts'

/** The first attempt, within the submit. Its response reports a decline, so no mail is sent. */
export async function chargeOrder(
  deps: ChargeDeps,
  order: NewOrder,
  card: ChargeCard,
): Promise<Order> {
  return await deps.chargesInFlight.run(order.id, async () => {
    const placed = placedOf(order)
    const outcome = await sendCharge(deps, placed, card)
    if (outcome.kind !== 'declined') return await writeOutcome(deps, placed, outcome)
    return await deps.orders.settleCharge(order.id, {
      state: 'declined',
      reason: keptReason(outcome.reason),
    })
  })
}

/**
 * The same charge again, because its first request was rate-limited or its outcome is not known. A decline is mailed, because the first
 * request may have ended without a response. `once`: as in the port.
 */
export async function retryCharge(
  deps: SettleDeps,
  order: Order,
  options: { readonly once: boolean } = { once: false },
): Promise<Order> {
  const card = chargeCardOf(order)
  if (card === null) {
    throw new Error(`the charge of order ${order.code} has no card to retry it with`)
  }
  const outcome = await sendCharge(deps, order, card, options)
  if (outcome.kind !== 'declined') return await writeOutcome(deps, order, outcome)
  return await deps.orders.settleUnpaid(order.id, {
    state: 'declined',
    reason: keptReason(outcome.reason),
  })
}

async function sendCharge(
  deps: Pick<OrderDeps, 'accounts' | 'log' | 'payments'>,
  order: PlacedOrder,
  card: ChargeCard,
  options?: { readonly once: boolean },
): Promise<ChargeOutcome> {
  const outcome = await deps.payments.chargeSavedCard(
    {
      orderId: order.id,
      orderCode: order.code,
      amountCents: order.price.totalCents,
      description: chargeDescription(order),
      customerId: card.customerId,
      paymentMethodId: card.paymentMethodId,
    },
    options,
  )
  // Later orders are not charged to it: the account has no card until its owner saves one.
  if (outcome.kind === 'declined' && outcome.isCardGone) {
    deps.log.warn('account.card_lost', { accountId: order.accountId, code: order.code })
    await deps.accounts.loseCard(card.customerId)
  }
  return outcome
}

async function writeOutcome(
  deps: SettleDeps,
  order: PlacedOrder,
  outcome: Exclude<ChargeOutcome, { kind: 'declined' }>,
): Promise<Order> {
  const { id, code } = order
  switch (outcome.kind) {
    case 'succeeded':
      return await applyPayment(deps, order, outcome.paymentId, order.price.totalCents)
    case 'unknown':
      deps.log.warn('payment.outcome_unknown', { code })
      return await deps.orders.settleCharge(id, {
        state: 'unknown',
        reason: unpaidReasons.noResponse,
      })
    case 'rate_limited':
      deps.log.warn('payment.charge_deferred', { code })
      return await deps.orders.deferCharge(id, unpaidReasons.busy)
    case 'earlier_charge':
      return await settleEarlierCharge(deps, order, outcome.paymentId)
  }
}

/**
 * An earlier request charged this order, and its response or the order's rows were lost. Settles that charge from the processor's
 * record. When the record cannot be read now, the reconciler does it later.
 */
async function settleEarlierCharge(
  deps: SettleDeps,
  placed: PlacedOrder,
  paymentId: PaymentId | null,
): Promise<Order> {
  const { id, code } = placed
  deps.log.warn('payment.earlier_charge', { code })
  const paid = paymentId === null ? null : await payByEarlierCharge(deps, placed, paymentId)
  if (paid !== null) return paid
  const reason = unpaidReasons.earlierCharge
  const order = await deps.orders.settleCharge(id, { state: 'unknown', reason })
  try {
    await settleFromRecord(deps, order, { accountId: order.accountId })
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error
    return order
  }
  return (await deps.orders.readByCode(code)) ?? order
}

/**
 * One read instead of a search. Null unless the payment still pays for the order; the caller then searches for other payments of the order.
 */
async function payByEarlierCharge(
  deps: ApplyPaymentDeps,
  order: PlacedOrder,
  paymentId: PaymentId,
): Promise<Order | null> {
  try {
    const payment = await deps.payments.readPayment(paymentId)
    if (payment?.status !== 'succeeded') return null
    const after = await applyPayment(deps, order, paymentId, payment.amountCents)
    return isPaid(after) ? after : null
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error
    return null
  }
}
