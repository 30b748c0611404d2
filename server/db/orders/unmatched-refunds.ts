// Refunds of unmatched payments. A claim is committed before it is checked that the order is still missing: markPaid, which refuses
// claimed payments, therefore either sees the claim, or has written the order's row early enough for the check to see it.
import { type RawBuilder, sql } from 'kysely'
import type { RefundOutcome } from '../../domain/payments/ports.ts'
import type { UnmatchedState } from '../../domain/payments/unmatched.ts'
import type { Db } from '../core/connect.ts'
import { isAccountedFor, type UnmatchedRow, unmatchedColumns } from './unmatched-rows.ts'

/** Whether the payment is being refunded or was, because its order was missing. */
export const isBeingReturned = (paymentId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from unmatched_payments where payment_id = ${paymentId}
    and state in ('claimed', 'refunding', 'refunded'))`

export async function claimAutomatic(db: Db, perHour: number): Promise<UnmatchedRow | null> {
  return await db.transaction().execute(async (tx) => {
    // One worker at a time: the count of the next one sees this one's claim.
    await sql`select from payment_searches where id = 1 for update`.execute(tx)
    const { rows } = await sql<UnmatchedRow>`
      update unmatched_payments set state = 'claimed', automatic = true, refund_started_at = now(), checked_at = now(),
        updated_at = now()
      where payment_id = (
          select payment_id from unmatched_payments where state = 'found' and marked order by paid_at limit 1 for update)
        and (select count(*) from unmatched_payments
          where automatic and refund_started_at > now() - interval '1 hour') < ${perHour}
      returning ${unmatchedColumns}`.execute(tx)
    return rows[0] ?? null
  })
}

export async function claimUnsettled(db: Db, limit: number): Promise<readonly UnmatchedRow[]> {
  const { rows } = await sql<UnmatchedRow>`
    update unmatched_payments set checked_at = now() where payment_id in (
      select payment_id from unmatched_payments
      where state in ('claimed', 'refunding') and checked_at <= now() - interval '1 minute'
      order by checked_at limit ${limit} for update skip locked)
    returning ${unmatchedColumns}`.execute(db)
  return rows
}

/** A refund that was begun goes on: the processor may have carried it out. */
export async function beginRefund(
  db: Db,
  paymentId: string,
  refundId: string,
): Promise<UnmatchedState | null> {
  const { rows } = await sql<{ state: UnmatchedState }>`
    update unmatched_payments as payment set
      state = case when payment.state = 'claimed' and ${isAccountedFor('payment')} then 'returned' else 'refunding' end,
      refund_id = ${refundId}, updated_at = now()
    where payment_id = ${paymentId} and state in ('claimed', 'refunding')
    returning state`.execute(db)
  return rows[0]?.state ?? null
}

export async function settleRefund(
  db: Db,
  refundId: string,
  outcome: RefundOutcome,
): Promise<{ payment: UnmatchedRow; isNew: boolean } | null> {
  const state = stateAfter(outcome)
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<UnmatchedRow>`
      update unmatched_payments set state = coalesce(${state}, state), updated_at = now(),
        failure = ${outcome.kind === 'failed' ? outcome.reason : null},
        refund_attempts = refund_attempts + ${state === 'failed' ? 1 : 0}
      where refund_id = ${refundId} and (state = 'refunding' or (state = 'refunded' and ${state} = 'failed'))
      returning ${unmatchedColumns}`.execute(tx)
    const [payment] = rows
    if (payment === undefined) {
      const known = await sql<UnmatchedRow>`
        select ${unmatchedColumns} from unmatched_payments where refund_id = ${refundId}`.execute(
        tx,
      )
      return known.rows[0] === undefined ? null : { payment: known.rows[0], isNew: false }
    }
    if (payment.state === 'refunded') await closeEvents(tx, payment.paymentId)
    return { payment, isNew: true }
  })
}

/** null = the outcome is not known. */
function stateAfter({ kind }: RefundOutcome): UnmatchedState | null {
  if (kind === 'unknown') return null
  return kind === 'failed' ? 'failed' : 'refunded'
}

/** Nothing waits for the payment's order any more. */
export async function closeEvents(tx: Db, paymentId: string): Promise<void> {
  await tx
    .updateTable('processor_events')
    .set({ state: 'handled' })
    .where('state', '=', 'open')
    .where('payment_id', '=', paymentId)
    .execute()
}
