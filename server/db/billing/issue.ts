// Issues documents in one transaction that continues from the last number, so that numbers have no gaps and no duplicates. A crash before
// the commit leaves nothing; a crash after it leaves everything. Numbers are stored only in the documents themselves, so no counter can
// differ from them.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as v from 'valibot'
import { orderIdOf } from '../../domain/base/ids/order-id.ts'
import { purchaseIdOf } from '../../domain/base/ids/purchase-id.ts'
import type { Log } from '../../domain/base/ports.ts'
import { type Series, yearOf } from '../../domain/billing/document.ts'
import type { BillingFacts, Numbering } from '../../domain/billing/make-documents.ts'
import type { IssueRequest, MakeDocuments } from '../../domain/billing/ports.ts'
import { changeSources } from '../../domain/orders/history/change.ts'
import { paymentSubjects } from '../../domain/payments/unmatched.ts'
import type { Db, Tx } from '../core/connect.ts'
import { readRows } from '../core/read-rows.ts'
import { advisoryLocks } from '../core/transactions/advisory-locks.ts'
import { rowOfDocument } from './document-rows.ts'
import { readOrderFacts, readPurchaseFacts } from './facts.ts'

export function issueDue(
  db: Db,
  { limit, quietSeconds }: IssueRequest,
  {
    timeZone,
    log,
    make,
  }: { readonly timeZone: string; readonly log: Pick<Log, 'error'>; readonly make: MakeDocuments },
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // Takes the lock before reading anything, so that documents issued by another worker are visible.
    if (!(await lock(tx))) return 0
    const due = await listDue(tx, limit, quietSeconds)
    if (due.length === 0) return 0
    const facts = await readFacts(tx, log, due)
    const numbering = await startNumbering(tx, timeZone)
    const documents = facts.flatMap((each) => make(each, numbering))
    if (documents.length > 0) {
      await tx.insertInto('billing_documents').values(documents.map(rowOfDocument)).execute()
    }
    await markDone(tx, facts)
    return due.length
  })
}

async function lock(tx: Tx): Promise<boolean> {
  const rows = await readRows(
    tx,
    v.object({ locked: v.boolean() }),
    sql`
    select pg_try_advisory_xact_lock(${advisoryLocks.billing}) as locked`,
  )
  return rows[0]?.locked === true
}

const dueRow = v.object({
  kind: v.picklist(paymentSubjects),
  id: v.string(),
  paid_at: v.date(),
})

type Due = v.InferOutput<typeof dueRow>

/** Lists what needs documents, sorted by time of payment, then by id. */
async function listDue(tx: Tx, limit: number, quietSeconds: number): Promise<readonly Due[]> {
  return await readRows(
    tx,
    dueRow,
    sql`
    select * from (
      select 'order' as kind, o.id, coalesce(
        (select min(e.at) from order_events e where e.order_id = o.id and e.by in (${changeSources.payment}, ${changeSources.giftCard})), o.created_at) as paid_at
      from orders o where o.paid and o.invoice_due
      union all
      select 'purchase', p.id, coalesce(p.paid_at, p.created_at) from purchases p where p.state = 'paid' and p.invoice_due
    ) as due
    where paid_at <= now() - make_interval(secs => ${quietSeconds})
    order by paid_at, id limit ${limit}`,
  )
}

/** Locks the rows. Money that moves back in the meantime marks its order as due again after this transaction. */
async function readFacts(
  tx: Tx,
  log: Pick<Log, 'error'>,
  due: readonly Due[],
): Promise<readonly BillingFacts[]> {
  const idsOf = (kind: Due['kind']) => due.filter((each) => each.kind === kind).map(({ id }) => id)
  const orderIds = idsOf('order').map(orderIdOf)
  const purchaseIds = idsOf('purchase').map(purchaseIdOf)
  const byId = new Map<string, BillingFacts>()
  const paidAt = (id: string) => due.find((each) => each.id === id)?.paid_at ?? new Date(0)
  const reading = { paidAt, log }
  // Purchases come first, in the same lock order as in the review of a gift card's payment.
  for (const facts of await readPurchaseFacts(tx, purchaseIds, reading)) {
    byId.set(facts.purchase.id, facts)
  }
  for (const facts of await readOrderFacts(tx, orderIds, reading)) {
    byId.set(facts.order.id, facts)
  }
  return due.flatMap(({ id }) => byId.get(id) ?? [])
}

/** Reads the clock after taking the lock, so that dates and numbers ascend together. */
async function startNumbering(tx: Tx, timeZone: string): Promise<Numbering> {
  const [clock] = await readRows(
    tx,
    v.object({ at: v.date() }),
    sql`select clock_timestamp() as at`,
  )
  const at = clock?.at ?? new Date()
  const year = yearOf(at, timeZone)
  const rows = await tx
    .selectFrom('billing_documents')
    .select((each) => ['series', each.fn.max('number').as('last')])
    .where('year', '=', year)
    .groupBy('series')
    .execute()
  const last = new Map<Series, number>(rows.map((row) => [row.series, row.last]))
  return {
    at,
    newId: randomUUID,
    next: (series) => {
      const number = (last.get(series) ?? 0) + 1
      last.set(series, number)
      return { series, year, number }
    },
  }
}

async function markDone(tx: Tx, facts: readonly BillingFacts[]): Promise<void> {
  const orders = facts.flatMap((each) => (each.kind === 'order' ? [each.order.id] : []))
  const purchases = facts.flatMap((each) => (each.kind === 'purchase' ? [each.purchase.id] : []))
  for (const [table, ids] of [
    ['orders', orders],
    ['purchases', purchases],
  ] as const) {
    if (ids.length === 0) continue
    await sql`update ${sql.table(table)} set invoice_due = false where id = any(${ids}::uuid[])`.execute(
      tx,
    )
  }
}
