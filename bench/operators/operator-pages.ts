// The pages of the operator's desk with 200,000 orders of 400 days, 3,000 of them open, their print
// jobs and five weeks of metrics. Measures the processor time of the server and of Postgres per
// page, and the share of a core that 20 open dashboards take. Checks the plans of their statements,
// none of which may read all orders or events. ORDERS sets another number of orders.
import pg from 'pg'
import { openDatabase } from '../../server/db/core/connect.ts'
import { installJobQueue } from '../../server/db/core/jobs/jobs.ts'
import { migrateToLatest } from '../../server/db/core/migrating/migrate.ts'
import { sumUpOrders } from '../../server/db/desk/order-hours.ts'
import { addDays, dayOf } from '../../server/domain/base/time/day.ts'
import { fillOrders } from '../../testing/database/fill-orders.ts'
import { median, type Row } from '../lib/compare.ts'
import { cpuMsOf, postgresCpuMs } from '../lib/cpu.ts'
import { createDatabase } from '../lib/databases.ts'
import { type RealServer, startRealServer } from '../lib/processes.ts'
import type { Bench } from '../lib/scenario.ts'
import { watchDashboards } from './dashboards.ts'
import { fillFarm } from './fill-farm.ts'
import { readPlans } from './plans.ts'

const orders = Number(process.env['ORDERS'] ?? 200_000)
const size = { orders, days: 400, open: Math.round(orders * 0.015) } as const
const printers = 60
const warmUpRuns = 10
const aimMs = 50
/** Number of parts of a measurement, which show its spread. */
const parts = 5
const runsInPart = 5

export async function benchOperatorPages({
  databaseUrl: clusterUrl,
  row,
  step,
}: Bench): Promise<undefined> {
  const databaseUrl = await createDatabase(clusterUrl, 'operator_pages')
  await row(await fill(databaseUrl))
  await row(await readPlans(databaseUrl, orders >= 200_000))
  const server = await startRealServer({
    DATABASE_URL: databaseUrl,
    OPERATOR_EMAILS: 'demo@example.com',
  })
  try {
    const cookie = await signIn(server)
    const pages = paths(await codeOf(databaseUrl))
    for (const [at, [name, path]] of pages.entries()) {
      await row(await timePage(server, { name, path, cookie, databaseUrl }))
      step(at + 1, pages.length + 1)
    }
    await row(await watchDashboards(server, { cookie, databaseUrl, orders: size.orders }))
    step(pages.length + 1, pages.length + 1)
  } finally {
    await server.stop()
  }
}

/**
 * Writes the orders and the sums of their history: the first time completely, and then several
 * times like every minute.
 */
async function fill(databaseUrl: string): Promise<Row> {
  const { db, pool, close } = openDatabase({ url: databaseUrl, poolSize: 2 })
  try {
    await migrateToLatest(db)
    await installJobQueue(pool)
    await fillOrders(pool, size)
    await fillFarm(pool, printers)
    const firstMs = await timed(() => sumUpOrders(db, 'UTC'))
    const againMs: number[] = []
    for (let run = 0; run < parts; run++) againMs.push(await timed(() => sumUpOrders(db, 'UTC')))
    await pool.query('vacuum analyze order_hours')
    await pool.query('vacuum analyze order_days')
    const { rows } = await pool.query<{ events: number; hours: number; days: number }>(
      `select (select count(*)::int from order_events) as events, (select count(*)::int from order_hours) as hours,
         (select count(*)::int from order_days) as days`,
    )
    const [{ events = 0, hours = 0, days = 0 } = {}] = rows
    return {
      name: `summing up the history of ${size.orders} orders, every minute`,
      figure: `${median(againMs).toFixed(0)} ms`,
      aim: 'reported',
      met: null,
      detail: `${firstMs.toFixed(0)} ms from an empty state; ${events} events, ${hours} rows of hours, ${days} rows of days`,
      better: 'less',
      samples: againMs,
    }
  } finally {
    await close()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function signIn({ baseUrl, demo }: RealServer): Promise<string> {
  const response = await fetch(`${baseUrl}/account/sign-in`, {
    method: 'POST',
    headers: { origin: baseUrl },
    body: new URLSearchParams({ email: demo.email, password: demo.password }),
    redirect: 'manual',
  })
  const cookies = response.headers.getSetCookie()
  if (cookies.length === 0) throw new Error(`signing in returned ${response.status}`)
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}

/** Returns the code of an order that is printing. */
async function codeOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ code: string }>(
      "select code from orders where status = 'PRINTING' order by created_at limit 1",
    )
    return rows[0]?.code ?? ''
  } finally {
    await client.end()
  }
}

function paths(code: string): readonly (readonly [name: string, path: string])[] {
  const today = dayOf(new Date(), 'UTC')
  const range = (days: number, step: string) =>
    `/operator/throughput?from=${addDays(today, 1 - days)}&to=${today}&step=${step}`
  return [
    ['overview', '/operator'],
    ['overview on a wall', '/operator?wall=1'],
    ['throughput, 30 days', '/operator/throughput'],
    ['throughput, 14 days by hour', range(14, 'hour')],
    ['throughput, 12 months by week', range(364, 'week')],
    ['throughput, 400 days by day', range(400, 'day')],
    ['throughput, CSV', '/operator/throughput.csv'],
    ['queue', '/operator/queue'],
    ['queue by spool', '/operator/queue?group=spool'],
    ['queue of a spool', '/operator/queue?material=abs&color=red'],
    ['queue, a search', '/operator/queue?q=part-123'],
    ['queue, all orders', '/operator/queue?status=all'],
    ['order', `/operator/orders/${code}`],
    ['jobs', '/operator/jobs'],
    ['jobs on printers', '/operator/jobs?view=printing'],
    ['jobs that are done', '/operator/jobs?view=done'],
    ['money', '/operator/money'],
    ['mail', '/operator/mail'],
    ['settings', '/operator/settings'],
    ['system', '/operator/system'],
  ]
}

type TimedPage = {
  readonly name: string
  readonly path: string
  readonly cookie: string
  readonly databaseUrl: string
}

/**
 * Measures processor time, because the machine may be busy with other work. Includes what both
 * processes take without requests.
 */
async function timePage(
  { baseUrl, pid }: RealServer,
  { name, path, cookie, databaseUrl }: TimedPage,
): Promise<Row> {
  const times: number[] = []
  let bytes = 0
  const request = async () => {
    const startedAt = performance.now()
    const response = await fetch(`${baseUrl}${path}`, { headers: { cookie } })
    const text = await response.text()
    if (response.status !== 200 || !isComplete(path, text)) {
      throw new Error(`${path} returned ${response.status}: ${text.slice(0, 300)}`)
    }
    bytes = text.length
    return performance.now() - startedAt
  }
  for (let run = 0; run < warmUpRuns; run++) await request()
  const spent: { readonly web: number; readonly database: number }[] = []
  for (let part = 0; part < parts; part++) {
    const before = [cpuMsOf(pid), await postgresCpuMs(databaseUrl)] as const
    for (let run = 0; run < runsInPart; run++) times.push(await request())
    const after = [cpuMsOf(pid), await postgresCpuMs(databaseUrl)] as const
    const [web, database] = [after[0] - before[0], after[1] - before[1]]
    spent.push({ web: web / runsInPart, database: database / runsInPart })
  }
  const samples = spent.map((part) => part.web + part.database)
  const ms = median(samples)
  const [web, database] = [
    median(spent.map((part) => part.web)),
    median(spent.map((part) => part.database)),
  ]
  return {
    name: `${name} with ${size.orders} orders`,
    figure: `${ms.toFixed(1)} ms`,
    aim: `at most ${aimMs} ms`,
    met: ms <= aimMs,
    detail: `${web.toFixed(1)} ms in the server, ${database.toFixed(1)} ms in Postgres; the client waited ${Math.min(...times).toFixed(1)} ms at best, ${median(times).toFixed(1)} ms in the middle; ${Math.round(bytes / 1024)} KiB`,
    samples,
    sides: {
      name: 'CPU for a request',
      unit: 'ms',
      better: 'less',
      bars: [
        { name: 'server', value: web },
        { name: 'Postgres', value: database },
      ],
    },
  }
}

/** Returns whether a page is complete and has its content, or a table with rows. */
function isComplete(path: string, text: string): boolean {
  if (path.endsWith('.csv')) return text.split('\n').length > 2
  return text.includes('<main') && text.trimEnd().endsWith('</html>')
}
