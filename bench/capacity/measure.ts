// `bun bench/capacity/measure.ts FILLED_FOLDER`: measures the cost of an order and writes
// rates.json. The folder must have been filled by bench/growth/fill.ts; it is needed for the bytes
// of an order.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type Db, openDatabase } from '../../server/db/core/connect.ts'
import { sumUpOrders } from '../../server/db/desk/order-hours.ts'
import { sumUpFarm } from '../../server/db/farm/load/quarter-hours.ts'
import { startLocalPostgres } from '../../server/local/postgres/postgres.ts'
import { measure } from '../http/paid/measure.ts'
import { startPaidService } from '../http/paid/service.ts'
import { postgresCpuMs } from '../lib/cpu.ts'
import { describeCommit } from '../runner/commit.ts'
import { describeMachine } from '../runner/machine.ts'
import type { Rates } from './rates.ts'

const seconds = 20
const partBytes = 9_000
/** Days of the filled cluster whose sums are measured. */
const summedDays = 1
/**
 * Tables whose rows are kept as long as the order. The sweep deletes the rows of other tables after
 * some time.
 */
const keptTables = [
  'orders',
  'order_events',
  'order_lines',
  'order_search',
  'order_notes',
  'refunds',
  'quotes',
  'print_jobs',
  'print_job_events',
]

export async function measureRates(folder: string): Promise<Rates> {
  const filled = await readFilled(folder)
  const service = await startPaidService()
  try {
    const load = { seconds, partBytes, keyed: false, pace: { concurrency: 4 } }
    await measure(service, { ...load, seconds: 5, newParts: false })
    const known = await measure(service, { ...load, newParts: false })
    const fresh = await measure(service, { ...load, newParts: true })
    const { cpu, cores, postgres } = await describeMachine(service.databaseUrl)
    return {
      measuredAt: new Date().toISOString(),
      commit: describeCommit().commit,
      machine: { cpu, cores, postgres },
      loadAverage: await loadAverage(),
      known: {
        serviceMs: known.cpuMs.service,
        postgresMs: known.cpuMs.postgres,
        walBytes: known.walBytes,
        commits: known.commits,
      },
      fresh: { serviceMs: fresh.cpuMs.service, postgresMs: fresh.cpuMs.postgres },
      ...filled,
    }
  } finally {
    await service.stop()
  }
}

async function loadAverage(): Promise<number> {
  const [load = '0'] = (await Bun.file('/proc/loadavg').text()).split(' ')
  return Number(load)
}

async function readFilled(
  folder: string,
): Promise<Pick<Rates, 'historyMs' | 'orderBytes' | 'transientBytes'>> {
  const postgres = await startLocalPostgres({ folder })
  const { db, pool, close } = openDatabase({
    url: postgres.url,
    poolSize: 2,
    statementTimeoutMs: 0,
  })
  try {
    const { rows } = await pool.query<{ kept: number; transient: number }>(
      `select
        (select sum(pg_total_relation_size(oid))::float8 from pg_class where relkind = 'r' and relname = any($1)) /
          (select count(*) from orders) as kept,
        pg_total_relation_size('emails')::float8 / (select count(*) from emails) +
          pg_total_relation_size('processor_events')::float8 / (select count(*) from processor_events) as transient`,
      [keptTables],
    )
    const [{ kept, transient } = { kept: 0, transient: 0 }] = rows
    return {
      historyMs: await sumDay(db, pool, postgres.url),
      orderBytes: Math.round(kept),
      transientBytes: Math.round(transient),
    }
  } finally {
    await close()
    await postgres.stop()
  }
}

/** Recomputes the sums of some days. Returns the time per order that was placed on these days. */
async function sumDay(db: Db, pool: pg.Pool, url: string): Promise<number> {
  const until = '(select until::timestamptz from growth_fill)'
  const { rows } = await pool.query<{ orders: number }>(
    `update order_hours_progress set done_until = ${until} - make_interval(days => $1)
     returning (select count(*)::int from orders where created_at > done_until) as orders`,
    [summedDays],
  )
  await pool.query(
    `update farm_quarter_hours_progress set done_until = ${until} - make_interval(days => $1)`,
    [summedDays],
  )
  await pool.query(
    `delete from farm_quarter_hours where start > ${until} - make_interval(days => $1)`,
    [summedDays + 1],
  )
  const orders = rows[0]?.orders ?? 0
  if (orders === 0) {
    throw new Error(`no order was placed in the last ${summedDays} days of the fill`)
  }
  const before = await postgresCpuMs(url)
  await sumUpOrders(db, 'UTC')
  await sumUpFarm(db)
  return ((await postgresCpuMs(url)) - before) / orders
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) {
    console.error('Usage: bun bench/capacity/measure.ts FILLED_FOLDER')
    process.exit(2)
  }
  const rates = await measureRates(folder)
  writeFileSync(join(import.meta.dir, 'rates.json'), `${JSON.stringify(rates, null, 2)}\n`)
  console.log(rates)
}
