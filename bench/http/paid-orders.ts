// Paid orders a second at saturation, and what one costs: a known part, a new part of 9 kB and one of 1 MB, each submitted over REST,
// charged, confirmed by the processor's event and by mail. Alone: `bun bench/http/paid-orders.ts [statements] [known] [bare]
// [keyed] [small] [large] [two]`.
import { median, type Row } from '../lib/compare.ts'
import type { Load } from './paid/client.ts'
import { drain, type Measured, measure, runBare } from './paid/measure.ts'
import { type PaidService, startPaidService } from './paid/service.ts'
import { countStatements, type Statements } from './paid/statements.ts'

const smallBytes = 9_000
const largeBytes = 1_000_000
const seconds = Number(process.env['SECONDS'] ?? 6)
const ladder = (process.env['LADDER'] ?? '1,8,32,64').split(',').map(Number)
const countedOrders = 60

type Part = Pick<Load, 'partBytes' | 'newParts' | 'keyed'>

const known: Part = { partBytes: smallBytes, newParts: false, keyed: false }
const small: Part = { partBytes: smallBytes, newParts: true, keyed: false }
const large: Part = { partBytes: largeBytes, newParts: true, keyed: false }

/** The rows by name. Each part starts a service of its own when it runs alone. */
export const paidOrderParts = ['statements', 'known', 'keyed', 'small', 'large', 'two']

/** `report` gets the rows of one process as they are made. */
export async function benchPaidOrders(
  wanted: readonly string[] = [],
  report: (row: Row) => void = () => undefined,
): Promise<readonly Row[]> {
  const wants = (name: string) => (wanted.length === 0 ? name !== 'bare' : wanted.includes(name))
  const rows = wanted.join() === 'two' ? [] : await benchOne(wants, report)
  return wants('two') ? [...rows, ...(await benchTwo())] : rows
}

/** Two web processes beside each other; the first one works in the background as well. */
async function benchTwo(): Promise<readonly Row[]> {
  const service = await startPaidService({ WEB_CONCURRENCY: '2' })
  try {
    await closed(service, known, 8, 2)
    const measured = await closed(service, known, 64, 2 * seconds)
    const ratio = measured.ms.p95 / measured.ms.p50
    return [
      rowOf('known part, 2 web processes, 64 at a time', measured, null),
      {
        name: 'paid orders: 2 web processes, 64 at a time: p95 / p50',
        figure: ratio.toFixed(1),
        aim: 'at most 2.5',
        met: ratio <= 2.5,
        detail: latencies(measured),
      },
    ]
  } finally {
    await service.stop()
  }
}

async function benchOne(
  wants: (name: string) => boolean,
  report: (row: Row) => void,
): Promise<readonly Row[]> {
  const service = await startPaidService()
  const rows: Row[] = []
  const add = (...more: readonly Row[]) => {
    rows.push(...more)
    more.forEach(report)
  }
  try {
    // Code is compiled and caches are filled.
    await closed(service, known, 8, 2)
    if (wants('statements')) add(rowOfStatements(await statementsOf(service)))
    if (wants('known')) add(...(await climb(service)))
    if (wants('bare')) add(await compareWithBare(service))
    if (wants('keyed')) {
      const measured = await closed(service, { ...known, keyed: true }, 32)
      add(rowOf('known part, with an Idempotency-Key', measured, null))
    }
    if (wants('small')) add(rowOf('new part of 9 kB', await closed(service, small, 32), 300))
    if (wants('large')) add(rowOf('new part of 1 MB', await closed(service, large, 16), 120))
    return rows
  } finally {
    await service.stop()
  }
}

const closed = (service: PaidService, part: Part, concurrency: number, forSeconds = seconds) =>
  measure(service, { ...part, seconds: forSeconds, pace: { concurrency } })

/** Up the ladder of concurrency, and then at a constant rate of half of what the best step reached. */
async function climb(service: PaidService): Promise<Row[]> {
  const steps: { concurrency: number; measured: Measured }[] = []
  for (const concurrency of ladder) {
    steps.push({ concurrency, measured: await closed(service, known, concurrency) })
  }
  const best = steps.reduce((a, b) => (b.measured.perSecond > a.measured.perSecond ? b : a))
  const perSecond = Math.round(best.measured.perSecond / 2)
  const half = await measure(service, { ...known, seconds: 2 * seconds, pace: { perSecond } })
  const alone = steps[0]?.measured.ms.p50 ?? Number.NaN
  const ratio = half.ms.p99 / alone
  return [
    ...steps.map(({ concurrency, measured }) =>
      rowOf(
        `known part, ${concurrency} at a time`,
        measured,
        measured === best.measured ? 400 : null,
      ),
    ),
    {
      name: 'paid orders: known part at half of the best rate: p99 / median alone',
      figure: ratio.toFixed(1),
      aim: 'at most 5',
      met: ratio <= 5,
      detail: `${perSecond}/s in an open loop; ${latencies(half)}; alone ${alone.toFixed(1)} ms`,
    },
  ]
}

const pairs = 3

/** Alternates with the same statements through bare pg, in a database of its own in the same cluster. */
async function compareWithBare(service: PaidService): Promise<Row> {
  const databaseUrl = await service.emptyDatabase('bare')
  const ratios: number[] = []
  const rates: string[] = []
  for (let pair = 0; pair < pairs; pair++) {
    const ours = await closed(service, known, 32)
    const bare = await runBare({ databaseUrl, concurrency: 32, seconds })
    const barePerSecond = bare.orders / bare.seconds
    ratios.push(ours.perSecond / barePerSecond)
    rates.push(`${ours.perSecond.toFixed(0)} of ${barePerSecond.toFixed(0)}`)
  }
  const ratio = median(ratios)
  return {
    name: 'paid orders: known part / the same statements through bare pg',
    figure: ratio.toFixed(2),
    aim: 'at least 0.6',
    met: ratio >= 0.6,
    detail: `orders a second: ${rates.join(', ')}`,
    samples: ratios,
  }
}

async function statementsOf(service: PaidService): Promise<Statements> {
  return await countStatements(service, countedOrders, async () => {
    const measured = await measure(service, {
      ...known,
      seconds: countedOrders / 20,
      pace: { perSecond: 20 },
    })
    if (measured.orders !== countedOrders) throw new Error(`${measured.orders} orders were placed`)
    await drain(service)
  })
}

function rowOfStatements({ perOrder, list }: Statements): Row {
  return {
    name: 'statements for a paid order of a known part',
    figure: perOrder.toFixed(1),
    aim: 'at most 12',
    met: perOrder <= 12,
    detail: list.map(({ perOrder: calls, text }) => `${calls.toFixed(2)} ${text}`).join('\n    '),
  }
}

const latencies = ({ ms }: Measured) =>
  `p50 ${ms.p50.toFixed(1)}, p95 ${ms.p95.toFixed(1)}, p99 ${ms.p99.toFixed(1)} ms`

function rowOf(what: string, measured: Measured, aim: number | null): Row {
  const { cpuMs } = measured
  return {
    name: `paid orders: ${what}`,
    figure: `${measured.perSecond.toFixed(0)}/s`,
    aim: aim === null ? 'reported' : `at least ${aim}/s`,
    met: aim === null ? null : measured.perSecond >= aim,
    detail:
      `${latencies(measured)}; ${measured.perSecondInAll.toFixed(0)}/s with events and mails; CPU for an order: service ` +
      `${cpuMs.service.toFixed(2)}, Postgres ${cpuMs.postgres.toFixed(2)}, stand-in ${cpuMs.standIn.toFixed(2)} ms; ` +
      `${measured.commits.toFixed(1)} commits, ${(measured.walBytes / 1000).toFixed(1)} kB of WAL; ${measured.orders} orders`,
  }
}

if (import.meta.main) {
  const printed = new Set<Row>()
  const print = (row: Row) => {
    if (printed.has(row)) return
    printed.add(row)
    console.log(`${row.name}\n    ${row.figure}, aim ${row.aim}\n    ${row.detail}`)
  }
  const rows = await benchPaidOrders(process.argv.slice(2), print)
  rows.forEach(print)
}
