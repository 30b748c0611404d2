// Collects the executed plans of every statement that the desk's pages send.
import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createDeskReader } from '../../server/db/desk/desk-reader.ts'
import { createThroughput } from '../../server/db/desk/throughput.ts'
import { listJobs, summarize } from '../../server/db/farm/job-lists.ts'
import { createFarmLoad } from '../../server/db/farm/load/read-load.ts'
import { createOrderQueue } from '../../server/db/fulfillment/order-queue.ts'
import { createMetricReader } from '../../server/db/metrics/metric-reader.ts'
import { createPrinters } from '../../server/db/printers/printers.ts'
import type { Database } from '../../server/db/schema/database.ts'
import { addDays, dayOf } from '../../server/domain/base/time/day.ts'
import { readQueueFilter } from '../../server/domain/fulfillment/queue-filter.ts'
import type { Row } from '../lib/compare.ts'

/** Tables that grow with every order. No page may read one of them as a whole. */
const growing = new Set([
  'orders',
  'order_events',
  'order_search',
  'order_lines',
  'order_hours',
  'emails',
  'refunds',
  'print_jobs',
  'print_job_events',
  'metric_counts',
  'metric_histograms',
])

type Node = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly Plans?: readonly Node[]
}

/**
 * Reads the plans. `isLarge`: whether the tables are so large that a full scan is never the fastest
 * plan.
 */
export async function readPlans(databaseUrl: string, isLarge: boolean): Promise<Row> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const log = ({ query }: LogEvent): void => {
    sent.push(query)
  }
  const runQuery = pool.query.bind(pool)
  // Prepared statements bypass Kysely.
  const watched = (statement: pg.QueryConfig) => {
    sent.push({ sql: statement.text, parameters: statement.values ?? [] })
    return runQuery(statement)
  }
  Object.assign(pool, { query: watched })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log })
  try {
    const today = dayOf(new Date(), 'UTC')
    const desk = createDeskReader({ db, pool })
    await desk.openOrders({ machineHoursPerDay: 80, packingDays: 1 })
    await desk.attention()
    const metrics = createMetricReader({ db, pool })
    await metrics.queues()
    const now = new Date()
    const month = { from: new Date(now.getTime() - 30 * 86_400_000), to: now }
    await metrics.counter('http_requests_total', month, 86_400, ['status_class'])
    await metrics.latency('http_request_duration_seconds', month, ['method', 'route'])
    await createFarmLoad(db).read()
    await summarize(db, 'UTC')
    await createPrinters(db).list('UTC')
    for (const view of ['queued', 'printing', 'attention', 'done', 'cancelled'] as const) {
      await listJobs(db, { view, printer: null, after: null, limit: 50 })
    }
    const queue = createOrderQueue(db, { error: console.error })
    for (const query of [
      {},
      { group: 'spool' },
      { material: 'abs', color: 'red' },
      { status: 'all', material: 'abs' },
      { q: 'part-123' },
      { status: 'all' },
      { late: 'yes' },
    ]) {
      await queue.read({ filter: readQueueFilter(query).filter, now, limit: 100, offset: 0 })
    }
    const throughput = createThroughput(db, 'UTC')
    for (const [days, step] of [
      [1, 'hour'],
      [30, 'day'],
      [364, 'week'],
    ] as const) {
      await throughput.read({ from: addDays(today, 1 - days), to: today, step })
    }
    const indexes = new Set<string>()
    const scans: string[] = []
    for (const { sql, parameters } of [...sent]) {
      const { rows } = await runQuery(`explain (analyze, format json) ${sql}`, [...parameters])
      for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) {
        const table = node['Relation Name']
        const index = node['Index Name']
        if (index !== undefined) indexes.add(index)
        if (node['Node Type'] === 'Seq Scan' && table !== undefined && growing.has(table)) {
          scans.push(`${table} in: ${sql.slice(0, 80).replaceAll(/\s+/g, ' ')}`)
        }
      }
    }
    return {
      name: 'plans of the pages of the desk',
      figure: `${scans.length} scans of a whole table that grows with the orders`,
      aim: isLarge ? 'at most 0' : 'reported',
      met: isLarge ? scans.length === 0 : null,
      exact: true,
      detail: [
        `${sent.length} statements`,
        ...scans,
        `indexes: ${[...indexes].sort().join(', ')}`,
      ].join('; '),
    }
  } finally {
    await db.destroy()
  }
}

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
