// Disputes and fraud warnings as operators read them, and what operators do with them.
import { sql, type Transaction } from 'kysely'
import type { Disputes } from '../../domain/orders/disputes/ports.ts'
import type { Db } from '../core/connect.ts'
import { addDisputeEvent } from '../orders/order-events.ts'
import { orderOfRow } from '../orders/order-rows.ts'
import type { Database } from '../schema/database.ts'
import { disputeOfRow, isUnanswered, warningOfRow } from './dispute-rows.ts'

export const createDisputes = (db: Db): Disputes => ({
  ofOrder: async (orderId) => {
    const rows = await newest(db).where('order_id', '=', orderId).execute()
    return rows.map(disputeOfRow)
  },
  ofPurchase: async (purchaseId) => {
    const rows = await newest(db).where('purchase_id', '=', purchaseId).execute()
    return rows.map(disputeOfRow)
  },
  read: async (id) => {
    const row = await newest(db).where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : disputeOfRow(row)
  },
  list: async (limit) => {
    const rows = await db
      .selectFrom('disputes')
      .leftJoin('orders', 'orders.id', 'disputes.order_id')
      .selectAll('disputes')
      .select('orders.code')
      .orderBy(sql`closed_at is not null`)
      .orderBy(sql`case when closed_at is null then evidence_due_at end nulls last`)
      .orderBy('disputes.updated_at', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ ...disputeOfRow(row), code: row.code }))
  },
  mailsOf: (orderId) =>
    db
      .selectFrom('emails')
      .select([
        'kind',
        'recipient as to',
        'subject',
        'body',
        'created_at as at',
        'sent_at as sentAt',
      ])
      .where('order_id', '=', orderId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  noteEvidence: (answer) => db.transaction().execute((tx) => noteEvidence(tx, answer)),
  openWarnings: async (limit) => {
    const rows = await db
      .selectFrom('fraud_warnings')
      .leftJoin('orders', 'orders.id', 'fraud_warnings.order_id')
      .selectAll('fraud_warnings')
      .select('orders.code')
      .where(isUnanswered)
      .orderBy('warned_at')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ ...warningOfRow(row), code: row.code }))
  },
  warningsOf: async (orderId) => {
    const rows = await db
      .selectFrom('fraud_warnings')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('warned_at', 'desc')
      .execute()
    return rows.map(warningOfRow)
  },
  resolveWarning: async ({ orderId, id, by, note }) => {
    const row = await db
      .updateTable('fraud_warnings')
      .set({
        resolved_at: sql`coalesce(resolved_at, now())`,
        resolved_by: sql`coalesce(resolved_by, ${by})`,
        resolution: sql`coalesce(resolution, ${note})`,
      })
      .where('id', '=', id)
      .where('order_id', '=', orderId)
      .returningAll()
      .executeTakeFirst()
    return row === undefined ? null : warningOfRow(row)
  },
})

/** The order's row is locked before the dispute's, as a review does: one follows the bank's answer at once. */
async function noteEvidence(
  tx: Transaction<Database>,
  { disputeId, orderId, by }: Parameters<Disputes['noteEvidence']>[0],
): Promise<void> {
  const row =
    orderId === null
      ? null
      : await tx
          .updateTable('orders')
          .set({ version: sql`version + 1`, updated_at: sql`now()` })
          .where('id', '=', orderId)
          .returningAll()
          .executeTakeFirstOrThrow()
  const dispute = await tx
    .updateTable('disputes')
    .set({ evidence_submitted_at: sql`now()`, evidence_by: by, updated_at: sql`now()` })
    .where('id', '=', disputeId)
    .returning('amount_cents')
    .executeTakeFirstOrThrow()
  if (row === null) return
  const step = { step: 'evidence', amountCents: dispute.amount_cents } as const
  await addDisputeEvent(tx, orderOfRow(row), step, by)
}

const newest = (db: Db) =>
  db.selectFrom('disputes').selectAll().orderBy('opened_at', 'desc').orderBy('id')
