// Fills a separate cluster with two years of orders: `bun bench/growth/fill.ts FOLDER [orders]
// [newest]`. 5 million orders take about 30 GB and half an hour of a core. With `newest`, writes
// only that many of the newest orders, like a younger farm. Later runs reuse the folder. The rows
// of an interrupted fill are kept, and the next run continues.
import pg from 'pg'
import { openDatabase } from '../../server/db/core/connect.ts'
import { installJobQueue } from '../../server/db/core/jobs/jobs.ts'
import { migrateToLatest } from '../../server/db/core/migrating/migrate.ts'
import { sumUpOrders } from '../../server/db/desk/order-hours.ts'
import { sumUpFarm } from '../../server/db/farm/load/quarter-hours.ts'
import { startLocalPostgres } from '../../server/local/postgres/postgres.ts'
import { accountsAndModels, ordersOf, sizeOf, wrongSearchWords } from './rows.ts'

/** Number of orders per transaction. */
const chunk = 50_000
const defaultOrders = 5_000_000
/**
 * Number of days whose sums are computed, with the service's code. Two years would take an hour.
 */
const summedDays = 32

/** Table that stores the progress and the dropped indexes until the fill is complete. */
const progressTable = `create table if not exists growth_fill (
  single boolean primary key default true, orders bigint not null, until text not null, left_orders bigint not null, done boolean not null default false)`
const droppedTable = 'create table if not exists growth_indexes (definition text primary key)'

type Progress = {
  readonly orders: number
  readonly until: string
  readonly left: number
  readonly done: boolean
}

export type FillSize = { readonly orders: number; readonly newest?: number }

export async function fillGrowth(
  databaseUrl: string,
  { orders, newest = orders }: FillSize,
  report: (text: string) => void,
): Promise<void> {
  const { db, close, pool } = openDatabase({ url: databaseUrl, poolSize: 2, statementTimeoutMs: 0 })
  const client = new pg.Client({ connectionString: databaseUrl })
  try {
    await migrateToLatest(db)
    await installJobQueue(pool)
    await client.connect()
    // Disable triggers and foreign keys, rarely truncate the log, and build indexes in memory.
    for (const setting of [
      'session_replication_role = replica',
      "maintenance_work_mem = '768MB'",
    ]) {
      await client.query(`set ${setting}`)
    }
    await client.query("alter system set max_wal_size = '8GB'")
    await client.query('select pg_reload_conf()')
    const progress = await startOrResume(client, { orders, newest })
    if (progress.orders !== orders) {
      throw new Error(
        `The folder contains a fill of ${progress.orders} orders. Choose another folder.`,
      )
    }
    if (progress.done) return report('is filled already')
    await fillOrders(client, progress, report)
    await restoreIndexes(client, report)
    const { rows } = await client.query<{ wrong: number }>(wrongSearchWords)
    if (rows[0]?.wrong !== 0) {
      throw new Error(`${rows[0]?.wrong} orders have different search words.`)
    }
    report('vacuum')
    await client.query('vacuum analyze')
    report('sums of hours, days and months')
    await client.query(
      "insert into order_hours_progress (time_zone, done_until) values ('UTC', $1::timestamptz - make_interval(days => $2)) on conflict do nothing",
      [progress.until, summedDays],
    )
    await sumUpOrders(db, 'UTC')
    await sumUpFarm(db)
    await client.query('vacuum analyze')
    await client.query('alter system reset max_wal_size')
    await client.query('update growth_fill set done = true')
    await client.query('checkpoint')
  } finally {
    await client.end()
    await close()
  }
}

async function startOrResume(
  client: pg.Client,
  { orders, newest }: Required<FillSize>,
): Promise<Progress> {
  await client.query(progressTable)
  await client.query(droppedTable)
  const read = async () =>
    (
      await client.query<Progress>(
        'select orders::float8 as orders, until, left_orders::float8 as left, done from growth_fill',
      )
    ).rows[0]
  const found = await read()
  if (found !== undefined) return found
  const until = new Date().toISOString()
  await inTransaction(client, async () => {
    await dropIndexes(client)
    for (const statement of accountsAndModels(
      { ...sizeOf(newest), accounts: sizeOf(orders).accounts },
      until,
    )) {
      await client.query(statement)
    }
    await client.query('insert into growth_fill (orders, until, left_orders) values ($1, $2, $3)', [
      orders,
      until,
      newest,
    ])
  })
  return { orders, until, left: newest, done: false }
}

async function fillOrders(
  client: pg.Client,
  { orders, until, left }: Progress,
  report: (text: string) => void,
): Promise<void> {
  const size = sizeOf(orders)
  for (let to = left; to > 0; to -= chunk) {
    const from = Math.max(1, to - chunk + 1)
    await inTransaction(client, async () => {
      for (const statement of ordersOf(size, until, { from, to })) await client.query(statement)
      await client.query('update growth_fill set left_orders = $1', [from - 1])
    })
    report(`${(from - 1).toLocaleString('en')} orders left`)
  }
}

/**
 * Drops all indexes without a constraint. The others are kept, so that the fill itself is checked.
 */
async function dropIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indrelid
     where relnamespace = 'public'::regnamespace and relname not like 'auth%'
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  for (const { name, definition } of rows) {
    await client.query('insert into growth_indexes values ($1)', [definition])
    await client.query(`drop index ${name}`)
  }
}

async function restoreIndexes(client: pg.Client, report: (text: string) => void): Promise<void> {
  const { rows } = await client.query<{ definition: string }>(
    'select definition from growth_indexes',
  )
  for (const { definition } of rows) {
    report(definition.slice(0, 80))
    await inTransaction(client, async () => {
      await client.query(definition)
      await client.query('delete from growth_indexes where definition = $1', [definition])
    })
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

if (import.meta.main) {
  const [folder, count, newest] = process.argv.slice(2)
  if (folder === undefined) {
    console.error('Usage: bun bench/growth/fill.ts FOLDER [orders] [newest]')
    process.exit(2)
  }
  const postgres = await startLocalPostgres({ folder, fast: true })
  const startedAt = performance.now()
  try {
    const orders = Number(count ?? defaultOrders)
    await fillGrowth(postgres.url, { orders, newest: Number(newest ?? orders) }, (text) => {
      console.log(`${Math.round((performance.now() - startedAt) / 1000)} s: ${text}`)
    })
  } finally {
    await postgres.stop()
  }
}
