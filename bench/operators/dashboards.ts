// Measures the share of a core that open dashboards take.
import { setTimeout as sleep } from 'node:timers/promises'
import { median, type Row } from '../lib/compare.ts'
import { cpuMsOf, postgresCpuMs } from '../lib/cpu.ts'
import type { RealServer } from '../lib/processes.ts'

const dashboards = 20
const watchSeconds = 30
/** Number of parts of that time, which show the spread. */
const parts = 5
const aimPercent = 3

type Watched = {
  /** Session cookie of an operator. */
  readonly cookie: string
  readonly databaseUrl: string
  /** Number of orders in the database. */
  readonly orders: number
}

/** Measures the web process and Postgres together. */
export async function watchDashboards(
  server: RealServer,
  { cookie, databaseUrl, orders }: Watched,
): Promise<Row> {
  const share = (seconds: number) => coreShare(server.pid, { databaseUrl, seconds })
  const idle = await share(watchSeconds / 2)
  const leaving = new AbortController()
  let received = 0
  /** Number of streams that have terminated. A dashboard's stream must not. */
  let left = 0
  const streams = Array.from({ length: dashboards }, async () => {
    const response = await fetch(`${server.baseUrl}/operator/live?page=overview`, {
      headers: { cookie },
      signal: leaving.signal,
    })
    if (!response.ok) throw new Error(`the stream returned ${response.status}`)
    for await (const bytes of response.body ?? []) received += bytes.byteLength
  })
  const ended = Promise.allSettled(
    streams.map((stream) =>
      stream.finally(() => {
        left += 1
      }),
    ),
  )
  await sleep(3_000)
  const before = received
  const samples: number[] = []
  for (let part = 0; part < parts; part++) samples.push(100 * (await share(watchSeconds / parts)))
  const watched = median(samples)
  const bytes = received - before
  if (left > 0 || received === 0) throw new Error(`${left} of ${dashboards} streams were closed`)
  leaving.abort()
  await ended
  await sleep(2_000)
  const afterwards = await share(watchSeconds / 2)
  return {
    name: `${dashboards} open dashboards with ${orders} orders`,
    figure: `${watched.toFixed(1)} % of a core`,
    aim: `at most ${aimPercent} %`,
    met: watched <= aimPercent,
    samples,
    detail: `${(idle * 100).toFixed(1)} % without them, ${(afterwards * 100).toFixed(1)} % after they were closed; ${Math.round(bytes / 1024)} KiB to all of them in ${watchSeconds} s`,
  }
}

async function coreShare(
  pid: number,
  { databaseUrl, seconds }: { readonly databaseUrl: string; readonly seconds: number },
): Promise<number> {
  const cpuMs = async () => cpuMsOf(pid) + (await postgresCpuMs(databaseUrl))
  const before = await cpuMs()
  const startedAt = performance.now()
  await sleep(seconds * 1_000)
  return ((await cpuMs()) - before) / (performance.now() - startedAt)
}
