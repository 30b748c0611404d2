// Disputes and fraud warnings as operators read them, and what operators do with them.
import { sql } from 'kysely'
import type { Disputes } from '../../domain/disputes/ports.ts'
import type { Db } from '../core/connect.ts'
import { disputeOfRow, warningOfRow } from './dispute-rows.ts'

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

const newest = (db: Db) =>
  db.selectFrom('disputes').selectAll().orderBy('opened_at', 'desc').orderBy('id')
