// Books the cost of a lost dispute. The domain plans it from the ledger's bookings and the remaining amount of the order.
import { sql } from 'kysely'
import { planLoss } from '../../domain/orders/disputes/dispute-movements.ts'
import { isDisputeOpen, type RecordedDispute } from '../../domain/payments/returns.ts'
import { bookedOf, takenFrom } from '../money/dispute-costs.ts'
import { bookMovement } from '../money/ledger.ts'
import { leftCents } from '../orders/refund/left-cents.ts'
import { type ReviewContext, subjectIdsOf } from './review-context.ts'

/**
 * Books the cost of the dispute, less the amount already booked. `coveredCents` is the part that a gift card, credits or their buyer's
 * debt cover.
 */
export async function settleLoss(
  applying: ReviewContext,
  recorded: RecordedDispute,
  coveredCents = 0,
): Promise<void> {
  const { tx, subject, returns } = applying
  const { id, status } = recorded
  if (isDisputeOpen(status)) return
  const { paymentId } = returns
  const booked = await bookedOf(tx, { id, paymentId })
  const plan = planLoss(recorded, {
    about: subjectIdsOf(subject),
    paymentId,
    booked,
    orderLeftCents: await leftOfOrder(applying),
    unmatchedHeldCents: await heldUnmatched(applying),
    coveredCents,
  })
  if (plan === null) return
  for (const movement of plan.movements) await bookMovement(tx, movement)
  const change = plan.orderCents - booked.orders
  if (subject.kind !== 'order' || change === 0) return
  await tx
    .updateTable('disputes')
    .set({ lost_cents: plan.orderCents })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('orders')
    .set({ lost_cents: sql`lost_cents + ${change}`, updated_at: sql`now()` })
    .where('id', '=', subject.id)
    .execute()
}

/**
 * Whether a refund is pending. If so, the remaining amount of the order is unknown: the processor may reject the refund or may already
 * have paid it.
 */
export async function isRefunding({ tx, subject }: ReviewContext): Promise<boolean> {
  if (subject.kind !== 'order') return false
  const row = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', subject.id)
    .where('refunding_cents', '>', 0)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the remaining amount of the order, in cents. 0 for a payment of anything else. */
export async function leftOfOrder({ tx, subject }: ReviewContext): Promise<number> {
  if (subject.kind !== 'order') return 0
  const { left } = await tx
    .selectFrom('orders')
    .select(leftCents.as('left'))
    .where('id', '=', subject.id)
    .executeTakeFirstOrThrow()
  return left
}

/** Returns the cents still held of an unmatched payment. After the bank has withdrawn such a payment, nothing is owed to anyone. */
export async function heldUnmatched({ tx, subject, returns }: ReviewContext): Promise<number> {
  if (subject.kind !== 'unmatched') return 0
  const { taken } = await tx
    .selectFrom('money_movements')
    .select(takenFrom('unmatched').as('taken'))
    .where('processor_id', '=', returns.paymentId)
    .executeTakeFirstOrThrow()
  return -taken
}
