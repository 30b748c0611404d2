// The card processor's webhook: verified, deduplicated, and only ever a hint that leads to a conditional update.
import type { BodyFailure } from '../failure.ts'
import type { Deps, PaymentEvent } from '../ports.ts'
import { fail, ok, type Result } from '../result.ts'
import { takePayment } from './settle-order.ts'
import { settleRefund } from './settle-refund.ts'

export async function handleProcessorEvent(
  deps: Deps,
  input: { rawBody: string; signature: string | null },
): Promise<Result<'handled' | 'repeated', BodyFailure>> {
  const event = await deps.payments.parseEvent(input.rawBody, input.signature)
  if (event === 'bad_signature') return fail({ kind: 'signature_invalid' })
  if (await deps.processorEvents.isHandled(event.id)) return ok('repeated')
  await apply(deps, event)
  // Only after it took effect: a crash before this line makes the processor deliver it again, which is harmless.
  await deps.processorEvents.markHandled(event.id, event.type)
  // The processor tells more than anybody asked for; what changes nothing here is for debugging.
  const level = event.fact.kind === 'other' ? 'debug' : 'info'
  deps.log[level]('payment.event', { eventId: event.id, type: event.type, fact: event.fact.kind })
  return ok('handled')
}

async function apply(deps: Deps, { fact }: PaymentEvent): Promise<void> {
  switch (fact.kind) {
    case 'order_paid':
      if ((await deps.orders.readByCode(fact.orderCode)) === null) {
        // Another system of the same processor account may own this payment: nothing of ours to update.
        deps.log.error('payment.unknown_order', fact)
        return
      }
      await takePayment(deps, fact.orderCode, fact.paymentId, fact.amountCents)
      return
    case 'card_saved':
      await deps.accounts.saveCard(fact.card)
      return
    case 'card_removed':
      await deps.accounts.removeCard(fact.paymentMethodId)
      return
    case 'refund':
      await settleRefund(deps, fact.refundId, fact.outcome)
      return
    case 'other':
      return
  }
}
