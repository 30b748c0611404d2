// Refunds of unmatched payments. The claim is committed before the check that the order is still missing. markPaid rejects claimed
// payments. It therefore either sees the claim, or has written the order's row early enough for the check to see it.

import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import type { PaymentId } from '../../../domain/base/ids/payment-id.ts'
import type { RefundId } from '../../../domain/base/ids/refund-id.ts'
import type { RefundOutcome } from '../../../domain/payments/refund-outcome.ts'
import {
  returnedStates,
  returningStates,
  type UnmatchedPayment,
  type UnmatchedState,
  unmatchedStates,
} from '../../../domain/payments/unmatched.ts'
import type { Db } from '../../core/connect.ts'
import { readRows } from '../../core/read-rows.ts'
import { literals } from '../../core/values/literals.ts'
import { isMatched, readUnmatched, unmatchedColumns, unmatchedRow } from './unmatched-rows.ts'
import { tellOutcome } from './unusable-payments.ts'

/** Whether the payment is being refunded or was refunded because its order was missing. */
export const isBeingReturned = (paymentId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from unmatched_payments where payment_id = ${paymentId}
    and state in (${literals(returnedStates)}))`

export async function claimAutomatic(db: Db, perHour: number): Promise<UnmatchedPayment | null> {
  return await db.transaction().execute(async (tx) => {
    // One worker at a time, so that the next worker's count includes this one's claim.
    await sql`select from payment_searches where id = 1 for update`.execute(tx)
    const rows = await readUnmatched(
      tx,
      sql`
      update unmatched_payments set state = 'claimed', automatic = true, refund_started_at = now(), checked_at = now(),
        updated_at = now()
      where payment_id = (
          select payment_id from unmatched_payments
          where state = 'found' and marked and cause <> 'wrong_amount'
            and (cause <> 'missing' or (select count(*) from unmatched_payments
              where automatic and cause = 'missing' and refund_started_at > now() - interval '1 hour') < ${perHour})
          order by paid_at limit 1 for update)
      returning ${unmatchedColumns}`,
    )
    return rows[0] ?? null
  })
}

/**
 * Claims refunds. A refund may be pending for days, so the intervals grow from a minute to an hour. A rejected refund of a second payment
 * or a closed order is retried after 1, 4, 9 and 16 hours, unless the bank returned it or an operator decided.
 */
export async function claimUnsettled(db: Db, limit: number): Promise<readonly UnmatchedPayment[]> {
  return await readUnmatched(
    db,
    sql`
    update unmatched_payments set checked_at = now(), state = case state when 'failed' then 'claimed' else state end
    where payment_id in (
      select payment_id from unmatched_payments
      where (state in (${literals(returningStates)}) and checked_at <= now()
          - least(interval '1 hour', greatest(interval '1 minute', (now() - coalesce(refund_started_at, updated_at)) / 4)))
        or (state = 'failed' and cause in ('duplicate', 'closed') and decided_by is null and refunded_at is null
          and refund_attempts <= 4 and checked_at <= now() - interval '1 hour' * refund_attempts * refund_attempts)
      order by checked_at limit ${limit} for update skip locked)
    returning ${unmatchedColumns}`,
  )
}

/** Begins or continues a refund. One that was begun must continue, because the processor may have carried it out. */
export async function beginRefund(
  db: Db,
  paymentId: PaymentId,
  refundId: RefundId,
): Promise<UnmatchedState | null> {
  const rows = await readRows(
    db,
    v.object({ state: v.picklist(unmatchedStates) }),
    sql`
    update unmatched_payments as payment set
      state = case when payment.state = 'claimed' and ${isMatched('payment')} then 'returned' else 'refunding' end,
      refund_id = ${refundId}, updated_at = now()
    where payment_id = ${paymentId} and state in (${literals(returningStates)})
    returning state`,
  )
  return rows[0]?.state ?? null
}

const settledRow = v.object({ ...unmatchedRow.entries, wasRefunded: v.boolean() })

export async function writeUnmatchedRefund(
  db: Db,
  refundId: RefundId,
  outcome: RefundOutcome,
  baseUrl: string,
): Promise<{ payment: UnmatchedPayment; isNew: boolean } | null> {
  const state = stateAfter(outcome)
  return await db.transaction().execute(async (tx) => {
    const rows = await readRows(
      tx,
      settledRow,
      sql`
      with known as (
        select payment_id as known_id, state as known_state from unmatched_payments where refund_id = ${refundId} for update)
      update unmatched_payments as payment set state = ${state}, updated_at = now(), checked_at = now(),
        failure = ${outcome.kind === 'failed' ? outcome.reason : null},
        refund_attempts = refund_attempts + ${state === 'failed' ? 1 : 0},
        refunded_at = case when ${state} = 'refunded' then now() else refunded_at end
      from known
      where payment_id = known_id and (known_state = 'refunding' or (known_state = 'refunded' and ${state} = 'failed'))
        and ${state}::text is not null
      returning ${unmatchedColumns}, known_state = 'refunded' as "wasRefunded"`,
    )
    const [settled] = rows
    if (settled === undefined) {
      const [known] = await readUnmatched(
        tx,
        sql`select ${unmatchedColumns} from unmatched_payments where refund_id = ${refundId}`,
      )
      return known === undefined ? null : { payment: known, isNew: false }
    }
    const { wasRefunded, ...payment } = settled
    if (payment.state === 'refunded') await closeEvents(tx, payment.paymentId)
    const failed = wasRefunded ? 'returned' : 'refused'
    const step = payment.state === 'refunded' ? 'refunded' : failed
    await tellOutcome(tx, payment, { step, baseUrl })
    return { payment, isNew: true }
  })
}

/** Returns the state after the outcome, or null while the refund is not settled. */
function stateAfter({ kind }: RefundOutcome): UnmatchedState | null {
  if (kind === 'unknown' || kind === 'pending') return null
  return kind === 'failed' ? 'failed' : 'refunded'
}

/** Closes the events of a payment: its order is no longer expected. */
export async function closeEvents(tx: Db, paymentId: PaymentId): Promise<void> {
  await tx
    .updateTable('processor_events')
    .set({ state: 'handled' })
    .where('state', '=', 'open')
    .where('payment_id', '=', paymentId)
    .execute()
}
