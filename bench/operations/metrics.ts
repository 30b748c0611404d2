// Cost of a scrape of /metrics with 1,000 and with 200,000 orders, and of the pages' queries over
// five weeks of a busy farm: the processor time of this process and of Postgres. ORDERS sets
// another large number of orders.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { declareClosedSets } from '../../server/adapters/observability/declare-series.ts'
import { createFlusher } from '../../server/adapters/observability/flusher.ts'
import { createMetricsText } from '../../server/adapters/observability/metrics-text.ts'
import { createMetricRegistry } from '../../server/adapters/observability/registry.ts'
import { type Db, type OpenDatabase, openDatabase } from '../../server/db/core/connect.ts'
import { installJobQueue } from '../../server/db/core/jobs/jobs.ts'
import { migrateToLatest } from '../../server/db/core/migrating/migrate.ts'
import { createMetricReader } from '../../server/db/metrics/metric-reader.ts'
import { createMetricSnapshots } from '../../server/db/metrics/metric-snapshots.ts'
import { createMetricStore } from '../../server/db/metrics/metric-store.ts'
import { queuesQuery } from '../../server/db/metrics/queues.ts'
import { codeAlphabet } from '../../server/domain/orders/record/code.ts'
import { median, type Row } from '../lib/compare.ts'
import { cpuMsOf, postgresCpuMs } from '../lib/cpu.ts'
import { createDatabase } from '../lib/databases.ts'
import type { Bench } from '../lib/scenario.ts'

const sizes = [1_000, Number(process.env['ORDERS'] ?? 200_000)] as const
const routes = 60
/** Number of parts of a measurement, which show its spread. */
const parts = 5
const runsInPart = 6

export async function benchMetrics({
  databaseUrl: clusterUrl,
  row,
  step,
}: Pick<Bench, 'databaseUrl' | 'row' | 'step'>): Promise<undefined> {
  const url = await createDatabase(clusterUrl, 'metrics')
  const database = openDatabase({ url, poolSize: 4, statementTimeoutMs: 0 })
  const { db, pool, close } = database
  let done = 0
  const report = async (what: string, run: () => Promise<unknown>, detail = '') => {
    await row(rowOf(what, await measureCpu(url, run), detail))
    step(++done, 11)
  }
  try {
    await migrateToLatest(db)
    await installJobQueue(pool)
    const { flusher, scrape, reader, observe } = openMetrics(database)
    observe()
    await report('a flush of 120 series', async () => {
      observe()
      await flusher.flush()
    })
    let orders = 0
    for (const size of sizes) {
      await addOrders(db, orders, size)
      orders = size
      const number = size.toLocaleString('en-US')
      const kilobytes = (await scrape()).length / 1000
      await report(`a scrape with ${number} orders`, scrape, `${kilobytes.toFixed(0)} kB of text`)
      await report(`the queues of a scrape with ${number} orders`, reader.queues, await scans(db))
    }
    const rows = await addHistory(db)
    const stored = `${rows.toLocaleString('en-US')} rows of intervals`
    for (const [what, ask] of questions(reader)) await report(what, ask, stored)
  } finally {
    await close()
  }
}

/** Opens metrics with 60 routes. `observe` adds a request to each route. */
function openMetrics(database: Pick<OpenDatabase, 'db' | 'pool'>) {
  const { db } = database
  const registry = createMetricRegistry()
  declareClosedSets(registry, {})
  const observe = () => {
    for (let route = 0; route < routes; route += 1) {
      const labels = { method: 'GET', route: `/route/${route}` } as const
      registry.observe('http_request_duration_seconds', labels, 0.0004 * 1.2 ** route)
      registry.count('http_requests_total', { ...labels, status_class: '2xx' })
    }
  }
  const log = { warn: console.warn, info: () => {} }
  const flusher = createFlusher({
    registry,
    store: createMetricStore(db),
    process: { id: randomUUID(), role: 'all', host: 'bench', pid: 1, version: '1' },
    log,
  })
  const reader = createMetricReader(database)
  const snapshots = createMetricSnapshots(db)
  const scrape = createMetricsText({ flusher, snapshots, reader, log })
  return { flusher, scrape, reader, observe }
}

type Question = readonly [what: string, ask: () => Promise<unknown>]

function questions({
  counter,
  latency,
}: ReturnType<typeof createMetricReader>): readonly Question[] {
  const now = new Date()
  const days = (count: number) => ({ from: new Date(now.getTime() - count * 86_400_000), to: now })
  const [counted, timed] = ['http_requests_total', 'http_request_duration_seconds'] as const
  return [
    ['35 days of a counter by day', () => counter(counted, days(35), 86_400)],
    ['35 days of a counter by hour', () => counter(counted, days(35), 3_600)],
    ['35 days by hour and route', () => counter(counted, days(35), 3_600, ['route'])],
    ['24 hours by five minutes', () => counter(counted, days(1), 300)],
    ['35 days of latency by route', () => latency(timed, days(35), ['route'])],
    ['24 hours of latency by route', () => latency(timed, days(1), ['route'])],
  ]
}

/** Returns the CPU milliseconds per run, one value for each part. */
async function measureCpu(url: string, run: () => Promise<unknown>): Promise<readonly number[]> {
  const cpuMs = async () => cpuMsOf(process.pid) + (await postgresCpuMs(url))
  await run()
  const samples: number[] = []
  for (let part = 0; part < parts; part++) {
    const before = await cpuMs()
    for (let count = 0; count < runsInPart; count++) await run()
    samples.push(((await cpuMs()) - before) / runsInPart)
  }
  return samples
}

function rowOf(name: string, samples: readonly number[], detail: string): Row {
  return {
    name,
    figure: `${median(samples).toFixed(1)} ms`,
    aim: 'reported',
    met: null,
    detail: ['processor time', ...(detail === '' ? [] : [detail])].join('; '),
    better: 'less',
    samples,
  }
}

/** Adds orders `from` to `to` with their mails. The 300 newest are open, all others are done. */
async function addOrders(db: Db, from: number, to: number): Promise<void> {
  const letters = codeAlphabet
  const letter = (place: number) =>
    sql.raw(`substr('${letters}', (n / ${letters.length ** place}) % ${letters.length} + 1, 1)`)
  const code = sql.join([0, 1, 2, 3, 4, 5].map(letter), sql` || `)
  await sql`insert into accounts (id, email) values ('bench', 'bench@example.com') on conflict do nothing`.execute(
    db,
  )
  await sql`update orders set status = 'DELIVERED', paid = true, payment_id = id::text
    where status <> 'DELIVERED'`.execute(db)
  await sql`
    insert into orders (id, code, account_id, source, status, paid, payment_id, charge_state, material, quality, quantity,
      color, infill, nozzle_diameter, nozzle_flow, layer_height, recipient_name, street1, city, state, zip, country, email,
      print_cents, shipping_cents, total_cents, grams_per_part, centihours_per_part, file_uri, file_name, file_sha256,
      file_size_bytes, file_format, created_at)
    select gen_random_uuid(), 'SVC-' || ${code}, 'bench', 'rest', status, status <> 'PENDING_PAYMENT',
      case when status <> 'PENDING_PAYMENT' then 'pi_' || n end, case when status = 'PENDING_PAYMENT' then 'none' else 'succeeded' end,
      'pla', 'standard', 1, 'Black', 20, 0.4, 'standard', 0.2, 'Name', 'Street', 'City', 'CA', '94000', 'US',
      'bench@example.com', 500, 700, 1200, 10, 100, 'gs://bench/file', 'part.stl', 'hash', 1000, 'stl',
      now() - make_interval(mins => ${to}::int - n)
    from (
      select n, case when n <= ${to}::int - 300 then 'DELIVERED' else
        (array['PENDING_PAYMENT', 'RECEIVED', 'ACCEPTED', 'PRINTING', 'PRINTED'])[n % 5 + 1] end as status
      from generate_series(${from}::int + 1, ${to}::int) as n
    ) as numbered`.execute(db)
  await sql`update emails set sent_at = now() where sent_at is null`.execute(db)
  await sql`
    insert into emails (id, order_id, kind, recipient, subject, body, sent_at)
    select gen_random_uuid(), orders.id, 'confirmation', 'bench@example.com', 'Order', 'Thank you.',
      case when status <> 'RECEIVED' then now() end
    from orders where not exists (select from emails where order_id = orders.id)`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** Returns how the query for the queues reads its tables. */
async function scans(db: Db): Promise<string> {
  const { rows } = await sql<{
    'QUERY PLAN': string
  }>`explain (analyze, costs off) ${queuesQuery}`.execute(db)
  return rows
    .map((line) => line['QUERY PLAN'].trim())
    .filter((line) => line.includes('Scan'))
    .map((line) => line.replace(/^->\s+/, '').replace(/ \(.*/, ''))
    .join(', ')
}

/** Adds five weeks in which every route is used every minute. Returns the number of rows. */
async function addHistory(db: Db): Promise<number> {
  await sql`
    insert into metric_counts (series, seconds, at, counts)
    select total.id, seconds, at, array_fill(7::float8, array[slots])
    from (values (60, 60, 2), (3600, 24, 35)) as width (seconds, slots, days),
      date_bin(make_interval(secs => seconds * slots), now(), 'epoch') as newest,
      generate_series(newest - make_interval(days => days), newest, make_interval(secs => seconds * slots)) as at,
      metric_totals as total
    where total.name = 'http_requests_total'
    on conflict do nothing`.execute(db)
  await sql`
    insert into metric_histograms (series, seconds, at, value, sum, buckets)
    select total.id, seconds, at, 7, total.sum, total.buckets
    from (values (60, 2), (3600, 35), (86400, 35)) as width (seconds, days),
      date_bin(make_interval(secs => seconds), now(), 'epoch') as newest,
      generate_series(newest - make_interval(days => days), newest, make_interval(secs => seconds)) as at,
      metric_totals as total
    where total.name = 'http_request_duration_seconds'
    on conflict do nothing`.execute(db)
  await sql`vacuum analyze`.execute(db)
  const { rows } = await sql<{ rows: number }>`
    select (select count(*) from metric_counts)::int + (select count(*) from metric_histograms)::int as rows`.execute(
    db,
  )
  return rows[0]?.rows ?? 0
}
