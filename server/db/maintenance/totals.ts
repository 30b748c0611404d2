// Counts of orders, money and jobs for the operators' metrics, read at most once in 15 seconds.
import { sql } from 'kysely'
import type { Db } from '../core/connect.ts'

export type Totals = {
  readonly orders: Readonly<Record<string, number>>
  readonly cents: Readonly<Record<'paid' | 'unpaid', number>>
  readonly generationJobs: Readonly<Record<string, number>>
  /** Jobs that ended in error, by the kind of their failure. */
  readonly generationErrors: Readonly<Record<string, number>>
  /** Payments whose order is not in the database: how many, and the age of the oldest. */
  readonly openEvents: Readonly<Record<'count' | 'oldest_age_seconds', number>>
}

const cacheMs = 15_000

/** Scrapes that come together share one reading. */
export function createTotals(db: Db): () => Promise<Totals> {
  let kept: Promise<Totals> | null = null
  return () => {
    if (kept === null) {
      kept = readTotals(db)
      const forget = () => {
        kept = null
      }
      kept.catch(forget)
      setTimeout(forget, cacheMs).unref()
    }
    return kept
  }
}

async function readTotals(db: Db): Promise<Totals> {
  const { countAll, sum } = db.fn
  const orders = await db
    .selectFrom('orders')
    .select([
      'status',
      'paid',
      countAll<string>().as('count'),
      sum<string>('total_cents').as('cents'),
    ])
    .groupBy(['status', 'paid'])
    .execute()
  const jobs = await db
    .selectFrom('generation_jobs')
    .select(['status', sql<string | null>`failure->>'kind'`.as('reason')])
    .select(countAll<string>().as('count'))
    .groupBy(['status', 'reason'])
    .execute()
  const cents = { paid: 0, unpaid: 0 }
  const byStatus: Record<string, number> = {}
  for (const row of orders) {
    cents[row.paid ? 'paid' : 'unpaid'] += Number(row.cents)
    byStatus[row.status] = (byStatus[row.status] ?? 0) + Number(row.count)
  }
  const generationJobs: Record<string, number> = {}
  const generationErrors: Record<string, number> = {}
  for (const { status, reason, count } of jobs) {
    generationJobs[status] = (generationJobs[status] ?? 0) + Number(count)
    if (reason !== null) generationErrors[reason] = Number(count)
  }
  const openEvents = await readOpenEvents(db)
  return { orders: byStatus, cents, generationJobs, generationErrors, openEvents }
}

async function readOpenEvents(db: Db): Promise<Totals['openEvents']> {
  const { rows } = await sql<Totals['openEvents']>`
    select count(distinct payment_id)::int as count,
      coalesce(extract(epoch from now() - min(received_at)), 0)::int as oldest_age_seconds
    from processor_events where state = 'open'`.execute(db)
  return rows[0] ?? { count: 0, oldest_age_seconds: 0 }
}
