// What a scrape of /metrics costs with 1,000 and with 1,000,000 orders, and the pages' questions over five weeks of a busy farm.
// Prints the plans of the queues. Run: bun bench/operations/metrics.ts [orders...]
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { declareClosedSets } from '../../server/adapters/observability/declare-series.ts'
import { createFlusher } from '../../server/adapters/observability/flusher.ts'
import { createMetricsText } from '../../server/adapters/observability/metrics-text.ts'
import { createMetricRegistry } from '../../server/adapters/observability/registry.ts'
import { type Db, openDatabase } from '../../server/db/core/connect.ts'
import { installJobQueue } from '../../server/db/core/jobs.ts'
import { migrateToLatest } from '../../server/db/core/migrate.ts'
import { createMetricReader } from '../../server/db/operations/metric-reader.ts'
import { createMetricSnapshots } from '../../server/db/operations/metric-snapshots.ts'
import { createMetricStore } from '../../server/db/operations/metric-store.ts'
import { queuesQuery } from '../../server/db/operations/queues.ts'
import { startLocalPostgres } from '../../server/local/postgres/postgres.ts'
import { median } from '../lib/compare.ts'

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000, 1_000_000]
const routes = 60
const runs = 31

const folder = mkdtempSync(join(tmpdir(), 'bench-metrics-'))
const postgres = await startLocalPostgres({ dataDir: folder, temporary: true })
const { db, pool, close } = openDatabase({ url: postgres.url, poolSize: 4, statementTimeoutMs: 0 })
try {
  await migrateToLatest(db)
  await installJobQueue(pool)
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
  const reader = createMetricReader(db)
  const snapshots = createMetricSnapshots(db)
  const scrape = createMetricsText({ flusher, snapshots, reader, log })
  observe()
  await report('flush of 120 series', async () => {
    observe()
    await flusher.flush()
  })
  let orders = 0
  for (const size of sizes) {
    await addOrders(db, orders, size)
    orders = size
    await report(`scrape with ${size.toLocaleString('en')} orders`, scrape)
    await report('    of it the queues', reader.queues)
  }
  console.log(`${(await scrape()).length / 1000} kB of text`)
  await explain(db)

  await addHistory(db)
  const now = new Date()
  const days = (count: number) => ({ from: new Date(now.getTime() - count * 86_400_000), to: now })
  const { counter, latency } = reader
  await report('35 days of a counter by day', () =>
    counter('http_requests_total', days(35), 86_400),
  )
  await report('35 days of a counter by hour', () =>
    counter('http_requests_total', days(35), 3_600),
  )
  await report('35 days by hour and route', () =>
    counter('http_requests_total', days(35), 3_600, ['route']),
  )
  await report('24 hours by five minutes', () => counter('http_requests_total', days(1), 300))
  const timed = 'http_request_duration_seconds'
  await report('35 days of latency by route', () => latency(timed, days(35), ['route']))
  await report('24 hours of latency by route', () => latency(timed, days(1), ['route']))
} finally {
  await close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** CPU time of this process and of the database's in milliseconds: on a busy machine wall time says little. */
async function cpuMs(): Promise<number> {
  const { user, system } = process.cpuUsage()
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where backend_type = 'client backend'`.execute(db)
  const ticks = rows.map(({ pid }) => {
    const [, , ...fields] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(/[)] /)[1]?.split(' ') ?? []
    return Number(fields[9]) + Number(fields[10])
  })
  return (user + system) / 1000 + ticks.reduce((sum, count) => sum + count, 0) * 10
}

async function report(what: string, run: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  const before = await cpuMs()
  for (let count = 0; count < runs; count += 1) {
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  const cpu = (await cpuMs()) - before
  const [middle, best] = [median(times), Math.min(...times)]
  console.log(
    `${what}: ${middle.toFixed(1)} ms (best ${best.toFixed(1)}), CPU ${(cpu / runs).toFixed(1)} ms`,
  )
}

/** Orders `from` to `to` with their mails. The 300 newest are open, all others are done. */
async function addOrders(db: Db, from: number, to: number): Promise<void> {
  const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
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

async function explain(db: Db): Promise<void> {
  const { rows } = await sql<{
    'QUERY PLAN': string
  }>`explain (analyze, costs off) ${queuesQuery}`.execute(db)
  const scans = rows.map((row) => row['QUERY PLAN']).filter((line) => /Scan|Execution/.test(line))
  console.log(scans.map((line) => `    ${line.trim()}`).join('\n'))
}

/** Five weeks in which every route is used in every minute. */
async function addHistory(db: Db): Promise<void> {
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
  console.log(`${rows[0]?.rows.toLocaleString('en')} rows of intervals`)
}
