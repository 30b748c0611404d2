// Disputes of an order's payment, and what the bank decides of any.
import { actThere, deliver } from './events.ts'
import { cardCentsOf, cardLeftOf, type Dispute, type OrderRecord } from './record.ts'
import type { Stage } from './stage.ts'

/** What the bank disputes: all that is left of the payment, a part of it, or the whole payment whatever was refunded. */
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

/** The search for lost events reads disputes that are open: a decision that is reversed is always told. */
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
