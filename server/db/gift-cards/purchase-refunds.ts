// Refunds of gift cards and credits that operators requested. Each is written before the processor is called and settled once.

import { type Selectable, sql } from 'kysely'
import type { RefundId } from '../../domain/base/ids/refund-id.ts'
import type { PurchaseRefund, PurchaseRefunds } from '../../domain/operators/purchase-desk.ts'
import type { RefundOutcome } from '../../domain/payments/refund-outcome.ts'
import { repeatableHours } from '../../domain/payments/repeats.ts'
import type { Db } from '../core/connect.ts'
import { idsToClaim, isDueAgain, isOlderThan } from '../core/transactions/leases.ts'
import type { PurchaseRefundsTable } from '../schema/disputes.ts'

export const createPurchaseRefunds = (db: Db): PurchaseRefunds => ({
  start: async ({ purchaseId, paymentId, amountCents, requestedBy, ...same }) => {
    const row = await db
      .insertInto('purchase_refunds')
      .values({
        ...same,
        purchase_id: purchaseId,
        payment_id: paymentId,
        amount_cents: amountCents,
        requested_by: requestedBy,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    return row === undefined ? null : purchaseRefundOf(row)
  },
  claimOpen: async ({ startedSecondsAgo, limit }) => {
    const when = sql`state = 'open' and ${isOlderThan('created_at', startedSecondsAgo)} and ${isDueAgain}`
    const rows = await db
      .updateTable('purchase_refunds')
      .set({ checked_at: sql`now()` })
      .where('id', 'in', idsToClaim('purchase_refunds', { when, earliest: 'checked_at', limit }))
      .returningAll()
      .execute()
    return rows.map(purchaseRefundOf)
  },
  isRepeatable: async (id) => {
    const row = await db
      .selectFrom('purchase_refunds')
      .select('id')
      .where('id', '=', id)
      .where('created_at', '>', sql<Date>`now() - make_interval(hours => ${repeatableHours})`)
      .executeTakeFirst()
    return row !== undefined
  },
  settle: (id, outcome) => settlePurchaseRefund(db, id, outcome),
})

/** Settles a refund. `db` may be a transaction. */
export async function settlePurchaseRefund(
  db: Db,
  id: RefundId,
  outcome: RefundOutcome,
): Promise<void> {
  if (outcome.kind !== 'succeeded' && outcome.kind !== 'failed') return
  await db
    .updateTable('purchase_refunds')
    .set({
      state: outcome.kind,
      processor_refund_id: outcome.processorRefundId,
      failure: outcome.kind === 'failed' ? outcome.reason : null,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

export const purchaseRefundOf = (row: Selectable<PurchaseRefundsTable>): PurchaseRefund => ({
  id: row.id,
  purchaseId: row.purchase_id,
  paymentId: row.payment_id,
  amountCents: row.amount_cents,
  reason: row.reason,
  requestedBy: row.requested_by,
  state: row.state,
})
