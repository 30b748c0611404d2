// Measures paid orders per second at saturation, and the cost of one order. The parts are a known
// part, a new part of 9 kB and a new part of 1 MB. Each order is submitted over REST, charged,
// confirmed by the processor's event, and confirmed by mail. Some rows only: `bun
// bench/http/paid-orders.ts statements known bare keyed small large two`. SECONDS and LADDER
// (README.md) set their length.
import { median } from '../lib/compare.ts'
import type { Bench } from '../lib/scenario.ts'
import { compareWithBare } from './paid/compare-with-bare.ts'
import { type Measured, measure } from './paid/measure.ts'
import { known, large, type Part, small } from './paid/parts.ts'
import { commitsRow, halfRateRow, latencyShareRow, rateRow, statementsRow } from './paid/rows.ts'
import { type PaidService, startPaidService } from './paid/service.ts'
import { countStatements, type Statements } from './paid/statements.ts'

const env = process.env
const countedOrders = 60

type PaidBench = Pick<Bench, 'quick' | 'choose' | 'row' | 'step'>
/** A measured run of one kind of order. */
type Closed = (part: Part, concurrency: number, forSeconds?: number) => Promise<Measured>

const partNames = ['statements', 'known', 'bare', 'keyed', 'small', 'large', 'two'] as const
type PartName = (typeof partNames)[number]
const quickParts: readonly PartName[] = ['statements', 'known']

/** Passes its rows to `bench.row`. All parts except `two` share one service. */
export async function benchPaidOrders(
  bench: PaidBench,
  wanted: readonly string[] = bench.quick ? quickParts : partNames,
): Promise<undefined> {
  const parts = partNames.filter((name) => wanted.includes(name))
  const one = parts.filter((name) => name !== 'two')
  let done = 0
  const finish = () => bench.step(++done, parts.length)
  if (one.length > 0) await benchOne(bench, one, finish)
  if (parts.includes('two')) {
    await benchTwo(bench)
    finish()
  }
}

async function benchOne(
  bench: PaidBench,
  parts: readonly PartName[],
  finish: () => void,
): Promise<void> {
  const service = await startPaidService()
  const closed = closedLoop(service, bench)
  const repeat = (part: Part, concurrency: number) =>
    repeated(bench, () => closed(part, concurrency))
  const rowOf = async (what: string, runs: readonly Measured[], aim: number | null) =>
    await bench.row(rateRow(what, runs, aim))
  const measures: Readonly<Record<Exclude<PartName, 'two'>, () => Promise<void>>> = {
    statements: async () => await countStatementsOf(bench, service),
    known: async () => await climb(bench, service),
    bare: async () => await bench.row(await compareWithBare(service, closed)),
    keyed: async () =>
      await rowOf(
        'known part, with an Idempotency-Key',
        await repeat({ ...known, keyed: true }, 32),
        null,
      ),
    small: async () => await rowOf('new part of 9 kB', await repeat(small, 32), 300),
    large: async () => await rowOf('new part of 1 MB', await repeat(large, 16), 120),
  }
  try {
    // Warm up code and caches.
    await closed(known, 8, 2)
    for (const part of parts) {
      if (part === 'two') continue
      await measures[part]()
      finish()
    }
  } finally {
    await service.stop()
  }
}

/** Two web processes. The first one also runs background tasks. */
async function benchTwo(bench: PaidBench): Promise<void> {
  const service = await startPaidService({ WEB_CONCURRENCY: '2' })
  const closed = closedLoop(service, bench)
  try {
    await closed(known, 8, 2)
    const runs = await repeated(bench, () => closed(known, 64))
    await bench.row(
      rateRow('known part, 2 web processes, 64 at a time', runs, null),
      latencyShareRow('2 web processes, 64 at a time', runs),
    )
  } finally {
    await service.stop()
  }
}

const closedLoop =
  (service: PaidService, bench: PaidBench): Closed =>
  (part, concurrency, forSeconds = secondsOf(bench)) =>
    measure(service, { ...part, seconds: forSeconds, pace: { concurrency } })

const secondsOf = ({ choose }: PaidBench) => Number(env['SECONDS'] ?? choose(5, 3))

async function repeated(
  bench: PaidBench,
  run: () => Promise<Measured>,
): Promise<readonly Measured[]> {
  const runs: Measured[] = []
  for (let at = 0; at < runsOf(bench); at++) runs.push(await run())
  return runs
}

/** Minimum number of runs that shows a spread. */
const runsOf = ({ choose }: PaidBench) => choose(3, 3)

/**
 * Increases the concurrency step by step, several times, and then sends at a constant half of the
 * best rate.
 */
async function climb(bench: PaidBench, service: PaidService): Promise<void> {
  const closed = closedLoop(service, bench)
  const ladder = (env['LADDER'] ?? (bench.quick ? '32' : '1,8,32,64')).split(',').map(Number)
  const steps = ladder.map((concurrency) => ({ concurrency, runs: [] as Measured[] }))
  for (let round = 0; round < runsOf(bench); round++) {
    for (const { concurrency, runs } of steps) runs.push(await closed(known, concurrency))
  }
  const rate = (runs: readonly Measured[]) => median(runs.map((run) => run.perSecond))
  const climbed = steps.map(({ concurrency, runs }) =>
    rateRow(`known part, ${concurrency} at a time`, runs, null),
  )
  const [best] = steps.toSorted((one, other) => rate(other.runs) - rate(one.runs))
  const [alone] = steps
  if (best === undefined || alone === undefined) return
  const judged = rateRow('known part, best rate', best.runs, 400)
  await bench.row(...(climbed.length > 1 ? climbed : []), {
    ...judged,
    detail: `${best.concurrency} at a time; ${judged.detail}`,
  })
  // The latency row needs the median of a single order at a time.
  if (alone.concurrency !== 1) return
  const perSecond = Math.round(rate(best.runs) / 2)
  const half = await repeated(bench, () =>
    measure(service, { ...known, seconds: 2 * secondsOf(bench), pace: { perSecond } }),
  )
  await bench.row(
    halfRateRow(half, { perSecond, aloneMs: median(alone.runs.map(({ ms }) => ms.p50)) }),
  )
}

/**
 * Counts statements at 20 orders per second. At this rate, several orders do not share a statement
 * unless they always do.
 */
async function countStatementsOf(bench: PaidBench, service: PaidService): Promise<void> {
  const rounds: Statements[] = []
  const commits: number[] = []
  for (let at = 0; at < runsOf(bench); at++) {
    rounds.push(
      await countStatements(service, async () => {
        const seconds = countedOrders / 20
        const measured = await measure(service, { ...known, seconds, pace: { perSecond: 20 } })
        if (measured.orders !== countedOrders) {
          throw new Error(`${measured.orders} orders were placed`)
        }
        commits.push(measured.commits)
        return measured.orders
      }),
    )
  }
  await bench.row(statementsRow(rounds), commitsRow(commits))
}

if (import.meta.main) {
  const parts = process.argv.slice(2)
  const unknown = parts.filter((name) => !partNames.some((partName) => partName === name))
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. The parts are ${partNames.join(', ')}.`)
    process.exit(2)
  }
  const bench: PaidBench = {
    quick: false,
    choose: (full) => full,
    step: () => undefined,
    row: async (...rows) => {
      for (const { name, figure, aim, detail } of rows) {
        console.log(`${name}\n    ${figure}, aim ${aim}\n    ${detail}`)
      }
    },
  }
  await benchPaidOrders(bench, parts.length > 0 ? parts : partNames)
}
