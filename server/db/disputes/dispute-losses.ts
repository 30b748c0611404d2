// What a lost dispute costs: it comes out of what the order has left; anything beyond that, such as after a refund, is a loss. The ledger
// says what was booked before. So a repeat books nothing, and a bank that reverses its decision gives all of it back.
import { sql, type Transaction } from 'kysely'
import { isDisputeOpen, type RecordedDispute } from '../../domain/payments/returns.ts'
import { bookMovement } from '../money/ledger.ts'
import type { Database } from '../schema/database.ts'

type Tx = Transaction<Database>

/** What the dispute's payment paid; neither for a payment that pays nothing. */
type About = { readonly orderId: string | null; readonly purchaseId: string | null }

/** What the bank holds of the payment, in cents. */
export const withdrawnOf = ({ movements }: Pick<RecordedDispute, 'movements'>): number =>
  Math.max(
    0,
    movements.reduce((sum, { cents }) => sum + cents, 0),
  )

/**
 * Books what the dispute costs, less what was booked for it before. While the bank has still to decide, as in an appeal, its last decision
 * stands. `coveredCents`: what a gift card, credits or their buyer's debt bear of it.
 */
export async function settleLoss(
  tx: Tx,
  recorded: RecordedDispute,
  about: About,
  coveredCents = 0,
): Promise<void> {
  const { id, status } = recorded
  if (isDisputeOpen(status)) return
  const booked = await bookedOf(tx, id)
  const cost = status === 'lost' ? Math.max(0, withdrawnOf(recorded) - coveredCents) : 0
  const change = cost - booked.orders - booked.losses
  const { orderId } = about
  const ofOrder =
    change > 0
      ? Math.min(change, orderId === null ? 0 : await leftOf(tx, orderId))
      : Math.min(0, change + booked.losses)
  const shares = [
    { account: 'orders', cents: ofOrder, source: `dispute_lost:${id}` },
    { account: 'losses', cents: change - ofOrder, source: `dispute_lost:${id}:beyond` },
  ] as const
  for (const { account, cents, source } of shares) {
    if (cents === 0) continue
    const accounts =
      cents > 0
        ? ({ debit: account, credit: 'disputed' } as const)
        : ({ debit: 'disputed', credit: account } as const)
    await bookMovement(tx, {
      ...about,
      ...accounts,
      kind: 'dispute_lost',
      cents: Math.abs(cents),
      disputeId: id,
      processorId: id,
      source: booked.movements === 0 ? source : `${source}:${booked.movements}`,
    })
  }
  if (ofOrder === 0 || orderId === null) return
  await tx
    .updateTable('disputes')
    .set({ lost_cents: booked.orders + ofOrder })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('orders')
    .set({ lost_cents: sql`lost_cents + ${ofOrder}`, updated_at: sql`now()` })
    .where('id', '=', orderId)
    .execute()
}

/** What the dispute has cost so far, in cents, and how many movements have booked it. */
async function bookedOf(tx: Tx, disputeId: string) {
  const net = (account: string) => sql<number>`
    coalesce(sum(case ${account}::text when debit then cents when credit then -cents end), 0)::int`
  return await tx
    .selectFrom('money_movements')
    .select([net('orders').as('orders'), net('losses').as('losses')])
    .select(sql<number>`count(*)::int`.as('movements'))
    .where('processor_id', '=', disputeId)
    .where('kind', '=', 'dispute_lost')
    .executeTakeFirstOrThrow()
}

async function leftOf(tx: Tx, orderId: string): Promise<number> {
  const { left } = await tx
    .selectFrom('orders')
    .select(sql<number>`total_cents - refunded_cents - refunding_cents - lost_cents`.as('left'))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return left
}
