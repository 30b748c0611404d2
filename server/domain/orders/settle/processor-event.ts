// Handles the card processor's webhook events: verifies, deduplicates, and applies them with conditional updates.

import { parseOrderId } from '../../base/ids/order-id.ts'
import { isUuid } from '../../base/ids/uuid.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { applyPurchasePayment } from '../../gift-cards/settle-purchase.ts'
import { type PaymentEvent, purchaseReference } from '../../payments/ports.ts'
import { settleReturned } from '../../payments/return-payment.ts'
import { applyPayment } from '../charge/settle-order.ts'
import type { OpenEventDeps, ProcessorEventDeps } from '../deps.ts'
import { reviewReturned } from '../disputes/review-payment.ts'
import type { EventFailure } from '../failure.ts'
import type { OrderDeps } from '../ports.ts'
import { isOrderCode, isPlausibleCode } from '../record/code.ts'
import { paymentIdOfOrder } from '../record/payment.ts'
import { settleRefund } from '../refund/settle-refund.ts'

/** The event of a slower charge settles the charge. */
const ownChargeMs = 1_000

export async function handleProcessorEvent(
  deps: ProcessorEventDeps,
  input: { rawBody: string; signature: string | null },
): Promise<Result<'handled' | 'repeated' | 'open', EventFailure>> {
  const event = await deps.payments.parseEvent(input.rawBody, input.signature)
  if (event === 'bad_signature') return fail({ kind: 'signature_invalid' })
  noteVersion(deps, event)
  const { fact } = event
  if (fact.kind === 'other') {
    deps.log.debug('payment.event', eventLogFields(event))
    return ok('handled')
  }
  if (fact.kind === 'order_paid' && (await isOrderPaidBy(deps, fact))) {
    deps.log.info('payment.event_known', eventLogFields(event))
    return ok('handled')
  }
  if (await deps.processorEvents.isHandled(event.id)) {
    deps.log.info('payment.event_repeated', eventLogFields(event))
    return ok('repeated')
  }
  const outcome = await apply(deps, event)
  if (outcome === 'open') return ok('open')
  // Marked after the event took effect. A crash before this line makes the processor deliver the event again, which is
  // harmless.
  await deps.processorEvents.markHandled(event.id, event.type)
  logHandled(deps, event)
  return ok('handled')
}

/**
 * Records an endpoint of another version, which may send other objects or not all events: docs/operations.md, "What it
 * needs".
 */
function noteVersion(
  { log, meter }: Pick<OrderDeps, 'log' | 'meter'>,
  { id, type, otherVersion }: PaymentEvent,
): void {
  if (otherVersion === undefined) return
  meter.count('processor_events_other_version_total', {})
  log.warn('payment.event_of_other_version', { eventId: id, type, version: otherVersion })
}

/** Whether the payment has already paid its order. That is frequent: most submits and checkouts mark the order as paid themselves. */
async function isOrderPaidBy(
  { chargesInFlight, processorEvents }: Pick<OrderDeps, 'chargesInFlight' | 'processorEvents'>,
  { orderId: stated, paymentId }: Payment,
): Promise<boolean> {
  const orderId = parseOrderId(stated ?? '')
  if (orderId === null) return false
  const charged = await chargesInFlight.waitFor(orderId, ownChargeMs)
  // The order need not be read if the charge that just ended wrote the payment.
  if (charged !== null && paymentIdOfOrder(charged) === paymentId) return true
  return await processorEvents.isPaidBy(orderId, paymentId)
}

const logHandled = ({ log }: Pick<OrderDeps, 'log'>, event: PaymentEvent): void =>
  log.info('payment.event', eventLogFields(event))

const eventLogFields = ({ id, type, fact }: PaymentEvent) => ({
  eventId: id,
  type,
  fact: fact.kind,
})

async function apply(deps: ProcessorEventDeps, event: PaymentEvent): Promise<'applied' | 'open'> {
  const { fact } = event
  if (await wasRefundedSince(deps, event)) return 'applied'
  switch (fact.kind) {
    case 'order_paid':
      return await applyPaymentEvent(deps, event, fact)
    case 'purchase_paid':
      return await applyPurchaseEvent(deps, event, fact)
    case 'card_saved':
      await deps.accounts.saveCard(fact.card)
      return 'applied'
    case 'card_removed':
      await deps.accounts.removeCard(fact.paymentMethodId)
      return 'applied'
    case 'customer_deleted':
      await deps.accounts.loseCard(fact.customerId)
      return 'applied'
    case 'refund':
      await applyRefundEvent(deps, fact)
      return 'applied'
    case 'refund_elsewhere':
      await reviewReturned(deps, fact)
      return 'applied'
    case 'dispute':
    case 'early_fraud_warning':
      await reviewReturned(deps, { paymentId: fact.paymentId, refundedCents: null })
      return 'applied'
    case 'other':
      return 'applied'
  }
}

/**
 * Applies a refund of the service that belongs to no order or unmatched payment: it belongs to a purchase, or its row
 * was lost.
 */
async function applyRefundEvent(
  deps: ProcessorEventDeps,
  { refundId, outcome, paymentId }: Extract<PaymentEvent['fact'], { kind: 'refund' }>,
): Promise<void> {
  if ((await settleReturned(deps, refundId, outcome)) !== null) return
  const refund = await settleRefund(deps, refundId, outcome)
  // If the bank returned a refund, more of the order's money remains for an earlier lost dispute.
  const isCarriedOut = refund !== null && refund.returnedAt === null
  if (isCarriedOut || paymentId === null) return
  await reviewReturned(deps, { paymentId, refundedCents: null })
}

/** Maximum age of a prompt event. An older one may be followed by a refund, because the processor resends it for days. */
const promptMs = 60_000

/**
 * Whether the payment of a late event was refunded in full. Throws `ProcessorUnavailable`, after which the event is
 * resent.
 */
async function wasRefundedSince(
  deps: Pick<OrderDeps, 'clock' | 'log' | 'payments'>,
  event: PaymentEvent,
): Promise<boolean> {
  const { id, createdAt, fact } = event
  if (fact.kind !== 'order_paid' && fact.kind !== 'purchase_paid') return false
  if (deps.clock.now().getTime() - createdAt.getTime() <= promptMs) return false
  const { paymentId } = fact
  const payment = await deps.payments.readPayment(paymentId)
  if (payment?.status !== 'failed') return false
  deps.log.warn('payment.refunded_before_event', { eventId: id, paymentId })
  return true
}

type PurchasePaid = Extract<PaymentEvent['fact'], { kind: 'purchase_paid' }>

/** Applies the event. If its purchase is not in the database, the event stays open, like an order's event. */
async function applyPurchaseEvent(
  deps: OpenEventDeps,
  { id, type }: PaymentEvent,
  { purchaseId, origin, paymentId, amountCents }: PurchasePaid,
): Promise<'applied' | 'open'> {
  if (await applyPurchasePayment(deps, { purchaseId, paymentId, amountCents })) return 'applied'
  if (origin !== 'ours' || !isUuid(purchaseId)) {
    deps.log.info('payment.of_another_system', { eventId: id, paymentId })
    return 'applied'
  }
  const reference = { orderCode: purchaseReference, orderId: purchaseId }
  await deps.processorEvents.keepOpen({ id, type, ...reference, paymentId, amountCents })
  deps.log.error('payment.unknown_purchase', { eventId: id, purchaseId, paymentId, amountCents })
  return 'open'
}

type Payment = Extract<PaymentEvent['fact'], { kind: 'order_paid' }>

/**
 * `open`: the payment belongs to this service, but its order is not in the database, because rows were lost. The event
 * is stored until the order exists (open-events.ts). It is not rejected, because the processor's retries would end
 * after some days.
 */
async function applyPaymentEvent(
  deps: OpenEventDeps,
  { id, type }: PaymentEvent,
  payment: Payment,
): Promise<'applied' | 'open'> {
  const { orderCode, orderId, origin, paymentId, amountCents } = payment
  const order = isPlausibleCode(orderCode) ? await deps.orders.readReferenced(payment) : null
  if (order !== null) {
    await applyPayment(deps, order, paymentId, amountCents)
    return 'applied'
  }
  // Payments of the first releases have no marker, but contain an order code of this service.
  const isOurs = origin === 'ours' || (origin === 'unmarked' && isOrderCode(orderCode))
  if (!isOurs || (orderId !== null && !isUuid(orderId))) {
    deps.log.info('payment.of_another_system', { eventId: id, paymentId })
    return 'applied'
  }
  await deps.processorEvents.keepOpen({ id, type, orderCode, orderId, paymentId, amountCents })
  deps.log.error('payment.unknown_order', { eventId: id, orderCode, paymentId, amountCents })
  return 'open'
}
