// `bun bench/growth/compare.ts FULL YOUNG`: measures the cost of reads, orders and the workers'
// tasks with years of orders. FULL and YOUNG are folders that fill.ts filled, the second one with
// only the newest month. Requests are compared with an empty database. Pages of the desk and
// workers' tasks, which read the open orders and the last weeks, are compared with the young
// database. Measures processor time of this process and of the cluster, in alternation, and checks
// each result.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sumUpOrders } from '../../server/db/desk/order-hours.ts'
import { sumUpFarm } from '../../server/db/farm/load/quarter-hours.ts'
import { startLocalPostgres } from '../../server/local/postgres/postgres.ts'
import { median, type Row } from '../lib/compare.ts'
import { postgresCpuMs } from '../lib/cpu.ts'
import { desk, type Measured, requests } from './reads.ts'
import { type GrowthService, openGrowthService } from './service.ts'

const maxRatio = 1.3
/** Smaller differences are due to a cold page or the clock, whatever the ratio. */
const smallMs = 0.3

type Side = { readonly name: string; readonly on: GrowthService }

export async function compareGrowth(
  folders: { readonly full: string; readonly young: string },
  { rounds, report }: { readonly rounds: number; readonly report: (row: Row) => void },
): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'bench-growth-empty-'))
  const clusters = [
    await startLocalPostgres({ folder: folders.full }),
    await startLocalPostgres({ folder: folders.young }),
    await startLocalPostgres({ folder: temporary, temporary: true }),
  ]
  const opened: GrowthService[] = []
  try {
    for (const { url } of clusters) opened.push(await openGrowthService(url))
    const [full, young, empty] = opened
    if (full === undefined || young === undefined || empty === undefined) {
      throw new Error('no service')
    }
    const size = await sizesOf(full)
    // Bring the state up to date, like a worker that ran a minute ago.
    for (const { service } of opened) {
      await sumUpFarm(service.database.db)
      await sumUpOrders(service.database.db, 'UTC')
    }
    for (const measured of requests) {
      const sides = [
        { name: 'full', on: full },
        { name: 'empty', on: empty },
      ] as const
      report(await compare(measured, sides, { rounds, size }))
    }
    for (const measured of desk) {
      const sides = [
        { name: 'full', on: full },
        { name: 'young', on: young },
      ] as const
      report(await compare(measured, sides, { rounds, size }))
    }
  } finally {
    for (const on of opened) await on.close()
    for (const cluster of clusters) await cluster.stop()
    rmSync(temporary, { recursive: true, force: true })
  }
}

async function sizesOf({ service }: GrowthService): Promise<string> {
  const { rows } = await service.database.pool.query<{ text: string }>(
    `select string_agg(to_char(reltuples, 'FM999,999,999') || ' ' || relname, ', ' order by reltuples desc) as text
     from pg_class where relname in ('orders', 'order_events', 'print_job_events', 'models')`,
  )
  return rows[0]?.text ?? ''
}

type Options = { readonly rounds: number; readonly size: string }

async function compare(
  { name, calls, run }: Measured,
  [full, other]: readonly [Side, Side],
  { rounds, size }: Options,
): Promise<Row> {
  const sample = async ({ on }: Side): Promise<number> => {
    const before = await cpuMs(on)
    for (let call = 0; call < calls; call++) await run(on)
    return ((await cpuMs(on)) - before) / calls
  }
  for (const side of [full, other]) for (let call = 0; call < 6; call++) await run(side.on)
  const pairs: { full: number; other: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const first = await sample(round % 2 === 0 ? full : other)
    const second = await sample(round % 2 === 0 ? other : full)
    pairs.push(round % 2 === 0 ? { full: first, other: second } : { full: second, other: first })
  }
  const ratios = pairs.map((pair) => pair.full / pair.other)
  const ratio = median(ratios)
  const ours = median(pairs.map((pair) => pair.full))
  const theirs = median(pairs.map((pair) => pair.other))
  return {
    name: `growth: ${name}, ${full.name} / ${other.name}`,
    figure: ratio.toFixed(2),
    aim: `at most ${maxRatio}`,
    met: ratio <= maxRatio || ours - theirs < smallMs,
    detail: `${ours.toFixed(2)} and ${theirs.toFixed(2)} ms of CPU; ${size}`,
    samples: ratios,
  }
}

/** Returns the processor time of this process and of the side's cluster. */
async function cpuMs({ databaseUrl }: GrowthService): Promise<number> {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + (await postgresCpuMs(databaseUrl))
}

if (import.meta.main) {
  const [full, young, rounds = '5'] = process.argv.slice(2)
  if (full === undefined || young === undefined) {
    console.error('Usage: bun bench/growth/compare.ts FULL YOUNG [rounds]')
    process.exit(2)
  }
  await compareGrowth(
    { full, young },
    {
      rounds: Number(rounds),
      report: ({ name, figure, met, detail }) =>
        console.log(`${met === false ? 'MISSED ' : ''}${name}: ${figure} (${detail})`),
    },
  )
}
