// One measured run: the client's load and its cost for the service, the card processor's stand-in and
// Postgres, until the event and the mail of every order have been processed. Every order is
// checked afterwards.
import { join } from 'node:path'
import type { StripeControl } from '../../../server/local/stripe/control.ts'
import { quantile } from '../../lib/compare.ts'
import { cpuMsOf, postgresCpuMs } from '../../lib/cpu.ts'
import type { BareLoad, BareResult } from './bare.ts'
import type { Load, Loaded } from './client.ts'
import type { PaidService } from './service.ts'
import { benchMark } from './statements.ts'

export type Measured = {
  readonly orders: number
  readonly perSecond: number
  /** Orders per second until the last event is delivered and the last mail is sent. */
  readonly perSecondInAll: number
  readonly ms: { readonly p50: number; readonly p95: number; readonly p99: number }
  /** Milliseconds of processor time per order. */
  readonly cpuMs: { readonly service: number; readonly standIn: number; readonly postgres: number }
  readonly walBytes: number
  /** Transactions that wrote something, per order. */
  readonly commits: number
}

const drainLimitMs = 120_000

export async function measure(
  service: PaidService,
  load: Omit<Load, 'baseUrl' | 'apiKeys'>,
): Promise<Measured> {
  const before = await readCosts(service)
  const startedAt = performance.now()
  const loaded = await runClient({ ...load, baseUrl: service.baseUrl, apiKeys: service.apiKeys })
  await drain(service)
  const allMs = performance.now() - startedAt
  const after = await readCosts(service)
  await check(service, loaded)
  const orders = loaded.codes.length
  const each = (of: (costs: Costs) => number) => (of(after) - of(before)) / orders
  return {
    orders,
    perSecond: orders / loaded.seconds,
    perSecondInAll: (orders * 1000) / allMs,
    ms: {
      p50: quantile(loaded.latenciesMs, 0.5),
      p95: quantile(loaded.latenciesMs, 0.95),
      p99: quantile(loaded.latenciesMs, 0.99),
    },
    cpuMs: {
      service: each((costs) => costs.serviceMs),
      standIn: each((costs) => costs.standInMs),
      postgres: each((costs) => costs.postgresMs),
    },
    walBytes: each((costs) => costs.walBytes),
    commits: each((costs) => costs.transactions),
  }
}

const runClient = (load: Load): Promise<Loaded> => runScript('client.ts', load)

export const runBare = (load: BareLoad): Promise<BareResult> => runScript('bare.ts', load)

async function runScript<Result>(script: string, load: object): Promise<Result> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, script)], {
    stdin: new Blob([JSON.stringify(load)]),
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const output = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${script} failed`)
  return JSON.parse(output)
}

export type Costs = {
  readonly serviceMs: number
  readonly standInMs: number
  readonly postgresMs: number
  readonly walBytes: number
  readonly transactions: number
}

export async function readCosts({
  database,
  databaseUrl,
  servicePids,
  standInPid,
}: PaidService): Promise<Costs> {
  const { rows } = await database.pool.query<{ wal: number; transactions: number }>(
    `select ${benchMark} (pg_current_wal_lsn() - '0/0')::float8 as wal, pg_snapshot_xmax(pg_current_snapshot())::text::float8 as transactions`,
  )
  return {
    serviceMs: servicePids().reduce((sum, pid) => sum + cpuMsOf(pid), 0),
    standInMs: cpuMsOf(standInPid),
    postgresMs: await postgresCpuMs(databaseUrl),
    walBytes: rows[0]?.wal ?? 0,
    transactions: rows[0]?.transactions ?? 0,
  }
}

/** Waits until every mail is sent and every event is delivered. */
export async function drain({ database, standIn }: PaidService): Promise<void> {
  const end = performance.now() + drainLimitMs
  while (performance.now() < end) {
    const { rows } = await database.pool.query<{ waiting: number }>(
      `select ${benchMark} count(*)::int as waiting from emails where sent_at is null`,
    )
    const events = rows[0]?.waiting === 0 ? await standIn.events() : null
    if (events?.every(({ state }) => state !== 'pending')) return
    await Bun.sleep(250)
  }
  throw new Error(`mails or events were still waiting after ${drainLimitMs / 1000} s`)
}

/**
 * Checks that every order exists and was charged once, and that database, processor and client
 * agree on the sum.
 */
async function check(
  { database, standIn }: PaidService,
  { codes, chargedCents }: Loaded,
): Promise<void> {
  const { rows } = await database.pool.query<{
    orders: number
    cents: number
    payments: number
    mails: number
  }>(
    `select ${benchMark} count(*)::int as orders, coalesce(sum(total_cents), 0)::float8 as cents, count(distinct payment_id)::int as payments,
       (select count(*)::int from emails join orders as o on o.id = emails.order_id
          where o.code = any($1) and emails.kind = 'confirmation' and emails.sent_at is not null) as mails
     from orders where code = any($1) and paid and status = 'RECEIVED' and charge_state = 'succeeded'`,
    [codes],
  )
  const wanted = codes.length
  const found = { ...rows[0], ...(await chargesOf(standIn, new Set(codes))) }
  const right =
    new Set(codes).size === wanted &&
    found.orders === wanted &&
    found.payments === wanted &&
    found.mails === wanted &&
    found.charges === wanted &&
    found.cents === chargedCents &&
    found.chargedCents === chargedCents
  if (!right) {
    throw new Error(`${wanted} orders of ${chargedCents} cents became ${JSON.stringify(found)}`)
  }
}

async function chargesOf(standIn: StripeControl, codes: ReadonlySet<string>) {
  let [charges, chargedCents] = [0, 0]
  for (const charge of await standIn.chargesByOrder()) {
    if (!codes.has(charge.orderCode)) continue
    charges += charge.succeeded
    chargedCents += charge.amountCents - charge.refundedCents
  }
  return { charges, chargedCents }
}
