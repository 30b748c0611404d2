// Disputes and fraud warnings for operators, and the operators' actions on them.
import { type Selectable, sql } from 'kysely'
import { mustExist } from '../../domain/base/must-exist.ts'
import { ok } from '../../domain/base/result.ts'
import type {
  Disputes,
  EvidenceNote,
  ListedWarning,
} from '../../domain/orders/reversals/dispute-ports.ts'
import { checkNote } from '../../domain/orders/reversals/first-note.ts'
import type { Db, Tx } from '../core/connect.ts'
import { addDisputeEvent } from '../orders/rows/order-events.ts'
import { orderOfRow } from '../orders/rows/order-rows.ts'
import type { FraudWarningsTable } from '../schema/disputes.ts'
import { disputeOfRow, isUnresolvedWarning, warningOfRow } from './dispute-rows.ts'

export const createDisputes = (db: Db): Disputes => ({
  ofOrder: async (orderId) => {
    const rows = await selectNewest(db).where('order_id', '=', orderId).execute()
    return rows.map(disputeOfRow)
  },
  ofPurchase: async (purchaseId) => {
    const rows = await selectNewest(db).where('purchase_id', '=', purchaseId).execute()
    return rows.map(disputeOfRow)
  },
  read: async (id) => {
    const row = await selectNewest(db).where('id', '=', id).executeTakeFirst()
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
    const rows = await listedWarnings(db)
      .where(isUnresolvedWarning)
      .orderBy('warned_at')
      .limit(limit)
      .execute()
    return rows.map(listedWarningOfRow)
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
  readWarning: (id) => readWarning(db, id),
  resolveWarning: async ({ id, by, note }) => {
    await db
      .updateTable('fraud_warnings')
      .set({ resolved_at: sql`now()`, resolved_by: by, resolution: note })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .execute()
    const row = await listedWarnings(db).where('fraud_warnings.id', '=', id).executeTakeFirst()
    if (row === undefined) return null
    const first = { note: mustExist(row.resolution, `note of ${id}`), by: row.resolved_by }
    const noted = checkNote('fraud_warning_resolved', note, first)
    return noted.ok ? ok(listedWarningOfRow(row)) : noted
  },
})

/**
 * Notes the evidence. Locks the order's row before the dispute's, as a review does: the bank's response may start a review immediately.
 */
async function noteEvidence(tx: Tx, { disputeId, orderId, by }: EvidenceNote): Promise<void> {
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

const selectNewest = (db: Db) =>
  db.selectFrom('disputes').selectAll().orderBy('opened_at', 'desc').orderBy('id')

const listedWarnings = (db: Db) =>
  db
    .selectFrom('fraud_warnings')
    .leftJoin('orders', 'orders.id', 'fraud_warnings.order_id')
    .selectAll('fraud_warnings')
    .select('orders.code')

const listedWarningOfRow = (row: Selectable<FraudWarningsTable> & { code: string | null }) => ({
  ...warningOfRow(row),
  code: row.code,
})

async function readWarning(db: Db, id: string): Promise<ListedWarning | null> {
  const row = await listedWarnings(db).where('fraud_warnings.id', '=', id).executeTakeFirst()
  return row === undefined ? null : listedWarningOfRow(row)
}
