// `bun bench/http/scaling.ts [seconds]`: measures paid orders of a known part with 1, 2, 4 and 8
// web processes and 1 and 2 workers on one PostgreSQL, with 64 concurrent clients. The processor
// time of an order shows the cost of additional processes even where the machine has no cores for
// them. The rate and the latencies show where the curve flattens on this machine.
import type { Row } from '../lib/compare.ts'
import { measure } from './paid/measure.ts'
import { type PaidService, startPaidService } from './paid/service.ts'

const partBytes = 9_000
const clients = 64
const webProcesses = [1, 2, 4, 8]
const workers = [1, 2]

export async function benchScaling(seconds: number, report: (row: Row) => void): Promise<void> {
  for (const extra of workers) {
    for (const web of webProcesses) report(await run(web, extra, seconds))
  }
}

async function run(web: number, working: number, seconds: number): Promise<Row> {
  // The first web process also runs background tasks.
  const service = await startPaidService({ WEB_CONCURRENCY: String(web) }, { workers: working - 1 })
  try {
    const load = { partBytes, newParts: false, keyed: false, pace: { concurrency: clients } }
    await untilAllReady(service.baseUrl, web)
    await measure(service, { ...load, seconds: 3 })
    const [measured, connections] = await Promise.all([
      measure(service, { ...load, seconds }),
      mostConnections(service, seconds),
    ])
    const { cpuMs, ms } = measured
    return {
      name: `paid orders: ${web} web processes, ${working} workers, ${clients} at a time`,
      figure: `${measured.perSecond.toFixed(0)}/s`,
      aim: 'reported',
      met: null,
      detail:
        `${measured.perSecondInAll.toFixed(0)}/s with events and mails; CPU for an order: service ${cpuMs.service.toFixed(2)}, ` +
        `Postgres ${cpuMs.postgres.toFixed(2)} ms; p50 ${ms.p50.toFixed(0)}, p95 ${ms.p95.toFixed(0)} ms; at most ${connections} connections`,
    }
  } finally {
    await service.stop()
  }
}

/**
 * Waits until all processes are ready. The other processes start to listen some seconds after the
 * first one, and respond with 503 until they are ready. This many consecutive connections reach
 * each of them.
 */
async function untilAllReady(baseUrl: string, web: number): Promise<void> {
  await Bun.sleep(5_000 + 2_000 * web)
  for (let inRow = 0; inRow < 12 * web; inRow++) {
    const response = await fetch(`${baseUrl}/readyz`, { headers: { connection: 'close' } })
    if (response.ok) continue
    inRow = 0
    await Bun.sleep(200)
  }
}

async function mostConnections({ database }: PaidService, seconds: number): Promise<number> {
  let most = 0
  for (let second = 0; second < seconds; second++) {
    await Bun.sleep(1_000)
    const { rows } = await database.pool.query<{ open: number }>(
      "select count(*)::int as open from pg_stat_activity where backend_type = 'client backend'",
    )
    most = Math.max(most, rows[0]?.open ?? 0)
  }
  return most
}

if (import.meta.main) {
  await benchScaling(Number(process.argv[2] ?? 10), ({ name, figure, detail }) =>
    console.log(`${name}: ${figure}; ${detail}`),
  )
}
