// What a lost dispute costs: it comes out of what the order, or a payment that pays nothing, has left; anything beyond that, such as after
// a refund, is a loss. The ledger shows what was booked before. So a repeat books nothing, a reversed decision of the bank returns all of
// it, and a refund that was returned leaves more for the dispute.
import { sql } from 'kysely'
import { isDisputeOpen, type RecordedDispute } from '../../domain/payments/returns.ts'
import { bookedOf, takenFrom } from '../money/dispute-costs.ts'
import { bookMovement } from '../money/ledger.ts'
import { leftCents } from '../orders/refund/left-cents.ts'
import { type Applying, aboutOf } from './applying.ts'

/** The part of the payment that the bank holds, in cents. */
export const withdrawnOf = ({ movements }: Pick<RecordedDispute, 'movements'>): number =>
  Math.max(
    0,
    movements.reduce((sum, { cents }) => sum + cents, 0),
  )

/**
 * Books the cost of the dispute, less what was booked for it before. While the bank has yet to decide, as in an appeal, its last decision
 * applies. `coveredCents`: the part that a gift card, credits or their buyer's debt cover.
 */
export async function settleLoss(
  applying: Applying,
  recorded: RecordedDispute,
  coveredCents = 0,
): Promise<void> {
  const { tx, subject, returns } = applying
  const { id, status } = recorded
  if (isDisputeOpen(status)) return
  const booked = await bookedOf(tx, { id, paymentId: returns.paymentId })
  const cost = status === 'lost' ? Math.max(0, withdrawnOf(recorded) - coveredCents) : 0
  const ofOrder = Math.min(cost, booked.orders + (await leftOfOrder(applying)))
  const ofUnmatched = Math.min(cost, booked.unmatched + (await heldUnmatched(applying)))
  const shares = [
    { account: 'orders', target: ofOrder, source: `dispute_lost:${id}` },
    {
      account: 'unmatched',
      target: ofUnmatched,
      source: `dispute_lost:${id}:unmatched`,
      // The account has each payment for itself.
      processorId: returns.paymentId,
    },
    {
      account: 'losses',
      target: cost - ofOrder - ofUnmatched,
      source: `dispute_lost:${id}:beyond`,
    },
  ] as const
  for (const { account, target, source, ...found } of shares) {
    const change = target - booked[account]
    if (change === 0) continue
    const accounts =
      change > 0
        ? ({ debit: account, credit: 'disputed' } as const)
        : ({ debit: 'disputed', credit: account } as const)
    await bookMovement(tx, {
      ...aboutOf(subject),
      ...accounts,
      kind: 'dispute_lost',
      cents: Math.abs(change),
      disputeId: id,
      processorId: id,
      ...found,
      source: booked.movements === 0 ? source : `${source}:${booked.movements}`,
    })
  }
  if (subject.kind !== 'order' || ofOrder === booked.orders) return
  await tx.updateTable('disputes').set({ lost_cents: ofOrder }).where('id', '=', id).execute()
  await tx
    .updateTable('orders')
    .set({ lost_cents: sql`lost_cents + ${ofOrder - booked.orders}`, updated_at: sql`now()` })
    .where('id', '=', subject.id)
    .execute()
}

/** In that case it is not known what the order has left: the processor refuses the refund, or has already carried it out. */
export async function isRefunding({ tx, subject }: Applying): Promise<boolean> {
  if (subject.kind !== 'order') return false
  const row = await tx
    .selectFrom('orders')
    .select('id')
    .where('id', '=', subject.id)
    .where('refunding_cents', '>', 0)
    .executeTakeFirst()
  return row !== undefined
}

/** In cents; 0 for a payment of anything else. */
export async function leftOfOrder({ tx, subject }: Applying): Promise<number> {
  if (subject.kind !== 'order') return 0
  const { left } = await tx
    .selectFrom('orders')
    .select(leftCents.as('left'))
    .where('id', '=', subject.id)
    .executeTakeFirstOrThrow()
  return left
}

/** A payment that pays for nothing is not owed to anyone once the bank has taken it back. */
export async function heldUnmatched({ tx, subject, returns }: Applying): Promise<number> {
  if (subject.kind !== 'unmatched') return 0
  const { taken } = await tx
    .selectFrom('money_movements')
    .select(takenFrom('unmatched').as('taken'))
    .where('processor_id', '=', returns.paymentId)
    .executeTakeFirstOrThrow()
  return -taken
}
