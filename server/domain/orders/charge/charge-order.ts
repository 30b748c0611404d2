// Charges the saved card for an order and writes the outcome. A retry repeats the same charge: its idempotency key is
// the order's id.

import type { PaymentId } from '../../base/ids/payment-id.ts'
import type { DeclineCode } from '../../payments/decline-codes.ts'
import { type ChargeOutcome, ProcessorUnavailable } from '../../payments/ports.ts'
import type { ApplyPaymentDeps, ChargeDeps, SettleDeps } from '../deps.ts'
import type { OrderDeps } from '../ports.ts'
import type { Order } from '../record/order.ts'
import { dueCents, type PlacedOrder } from '../record/order-lines.ts'
import { type ChargeCard, chargeCardOf, isPaid } from '../record/payment.ts'
import { unpaidReason } from '../record/unpaid-reasons.ts'
import { storedReason } from './charge-words.ts'
import { orderDescription } from './checkout.ts'
import { applyPayment, settleFromRecord } from './settle-order.ts'

/**
 * `needsAuthentication`: it was declined, and the cardholder can confirm it on a payment page (3-D Secure).
 * `declineCode`: why it was declined; null if the reason is unknown or it was not.
 */
export type FirstCharge = {
  readonly order: Order
  readonly needsAuthentication: boolean
  readonly declineCode: DeclineCode | null
}

/** Makes the first attempt within the submit or the checkout. Its response reports a decline, so no email is sent. */
export async function chargeOrder(
  deps: ChargeDeps,
  placed: PlacedOrder,
  card: ChargeCard,
): Promise<FirstCharge> {
  return await deps.chargesInFlight.run(placed.id, async () => {
    const outcome = await sendCharge(deps, placed, card)
    if (outcome.kind !== 'declined') {
      const order = await recordOutcome(deps, placed, outcome)
      return { order, needsAuthentication: false, declineCode: null }
    }
    const { needsAuthentication = false, code: declineCode = null } = outcome
    const order = await deps.orders.settleCharge(placed.id, declineOf(outcome))
    return { order, needsAuthentication, declineCode }
  })
}

/**
 * Repeats the charge because its first request was rate-limited or its outcome is unknown. A decline is emailed,
 * because the first request may have ended without a response. `once`: as in the port.
 */
export async function repeatCharge(
  deps: SettleDeps,
  order: Order,
  options: { readonly once: boolean } = { once: false },
): Promise<Order> {
  const card = chargeCardOf(order)
  if (card === null) {
    throw new Error(`the charge of order ${order.code} has no card to retry it with`)
  }
  const outcome = await sendCharge(deps, order, card, options)
  if (outcome.kind !== 'declined') return await recordOutcome(deps, order, outcome)
  return await deps.orders.settleFinally(order.id, declineOf(outcome))
}

const declineOf = ({ reason }: Extract<ChargeOutcome, { kind: 'declined' }>) =>
  ({ state: 'declined', cause: null, reason: storedReason(reason) }) as const

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
      amountCents: dueCents(order),
      description: orderDescription(order),
      customerId: card.customerId,
      paymentMethodId: card.paymentMethodId,
    },
    options,
  )
  // The card is not charged for later orders: the account has no card until its owner saves one.
  if (outcome.kind === 'declined' && outcome.isCardGone) {
    deps.log.warn('account.card_lost', { accountId: order.accountId, code: order.code })
    await deps.accounts.loseCard(card.customerId)
  }
  return outcome
}

async function recordOutcome(
  deps: SettleDeps,
  order: PlacedOrder,
  outcome: Exclude<ChargeOutcome, { kind: 'declined' }>,
): Promise<Order> {
  const { id, code } = order
  switch (outcome.kind) {
    case 'succeeded':
      return await applyPayment(deps, order, outcome.paymentId, dueCents(order))
    case 'unknown':
      deps.log.warn('payment.outcome_unknown', { code })
      return await deps.orders.settleCharge(id, {
        state: 'unknown',
        ...unpaidReason('no_response'),
      })
    case 'rate_limited':
      deps.log.warn('payment.charge_deferred', { code })
      return await deps.orders.deferCharge(id)
    case 'earlier_charge':
      return await settleEarlierCharge(deps, order, outcome.paymentId)
  }
}

/**
 * Settles the charge of an earlier request whose response or rows were lost from the processor's record. If the record
 * cannot be read now, the reconciler does it later.
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
  const order = await deps.orders.settleCharge(id, {
    state: 'unknown',
    ...unpaidReason('earlier_charge'),
  })
  try {
    await settleFromRecord(deps, order, { accountId: order.accountId })
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error
    return order
  }
  return (await deps.orders.readByCode(code)) ?? order
}

/**
 * Reads one payment instead of searching. Returns null unless the payment still pays for the order; the caller then
 * searches for other payments.
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
