// The plans of every statement that the desk's pages send, as Postgres ran them.
import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createDeskReader } from '../../server/db/desk/desk-reader.ts'
import { createThroughput } from '../../server/db/desk/throughput.ts'
import { createMetricReader } from '../../server/db/operations/metric-reader.ts'
import type { Database } from '../../server/db/schema/database.ts'
import { addDays, dayOf } from '../../server/domain/desk/throughput-range.ts'
import type { Row } from '../lib/compare.ts'

/** Tables that grow with every order; reading one from end to end is what no page may do. */
const growing = new Set(['orders', 'order_events', 'order_hours', 'emails', 'refunds'])

type Node = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly Plans?: readonly Node[]
}

export async function readPlans(databaseUrl: string): Promise<Row> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const sent: { sql: string; parameters: readonly unknown[] }[] = []
  const log = ({ query }: LogEvent): void => {
    sent.push(query)
  }
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log })
  try {
    const today = dayOf(new Date(), 'UTC')
    const desk = createDeskReader(db)
    await desk.openOrders()
    await desk.attention()
    await desk.forecast({ machineHoursPerDay: 80, packingDays: 1 })
    await createMetricReader(db).queues()
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
      const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters])
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
      name: `plans of ${sent.length} statements`,
      figure: `${scans.length} scans of a whole table of orders`,
      aim: '0',
      met: scans.length === 0,
      detail: [...scans, `indexes: ${[...indexes].sort().join(', ')}`].join('; '),
    }
  } finally {
    await db.destroy()
  }
}

const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
