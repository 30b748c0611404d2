// Disputes of an order's payment, and the decisions of banks on any dispute.
import { actThere, deliver } from './events.ts'
import { cardCentsOf, cardLeftOf, type Dispute, type OrderRecord } from './record.ts'
import type { Stage } from './stage.ts'

/**
 * Opens a dispute of the remainder of the payment, of a part of it, or of the full payment, regardless of refunds.
 */
export async function openDispute(stage: Stage, order: OrderRecord): Promise<Dispute | null> {
  const { dice, service } = stage
  const { payment } = order
  if (payment === null) return null
  const whole = cardCentsOf(order)
  const left = cardLeftOf(order)
  const share = dice.pick(['rest', 'rest', 'part', 'all'])
  const cents =
    share === 'part' ? dice.between(1, whole) : share === 'rest' && left > 0 ? left : whole
  const inquiry = dice.chance(0.2)
  const { id } = await actThere(stage, () =>
    service.stripe.openDispute({ payment, amountCents: cents, inquiry }),
  )
  const dispute: Dispute = { id, cents, status: inquiry ? 'inquiry' : 'open' }
  order.disputes.push(dispute)
  return dispute
}

/** Moves a dispute. The search for lost events reads open disputes: a reversed decision always sends an event. */
export async function moveDispute(
  stage: Stage,
  dispute: Dispute,
  to: 'won' | 'lost' | 'closed' | 'open',
): Promise<void> {
  const { stripe } = stage.service
  const step = to === 'closed' ? 'warning_closed' : to === 'open' ? 'needs_response' : to
  const move = () => stripe.moveDispute({ dispute: dispute.id, to: step })
  if (dispute.status === 'lost') {
    await move()
    await deliver(stage)
  } else {
    await actThere(stage, move)
  }
  dispute.status = to
}
