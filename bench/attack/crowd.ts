// Sends the worst requests without a pause on 64 connections, while paid orders of new parts are
// placed one after another.

import type { Latency } from '../geometry/healthz-client.ts'
import { median } from '../lib/compare.ts'
import { type RealServer, startRealServer } from '../lib/processes.ts'
import type { Row } from '../lib/row.ts'
import type { Bench } from '../lib/scenario.ts'
import { placePaidOrder } from './paid-order.ts'
import { startSenders } from './senders.ts'

const connections = 64
const healthzAimMs = 50

export async function benchCrowd({ databaseUrl, choose, step }: Bench): Promise<Row[]> {
  const seconds = choose(60, 20)
  const server = await startRealServer({
    DATABASE_URL: databaseUrl,
    TRUSTED_PROXIES: '127.0.0.1,::1',
  })
  try {
    const alone: number[] = []
    await placePaidOrder(server)
    for (let i = 0; i < 20; i++) alone.push(await placePaidOrder(server))
    step(1, 2)
    const senders = await startSenders(server.baseUrl, connections)
    const healthz = latency(server, seconds)
    const beside: number[] = []
    const end = performance.now() + 1000 * seconds
    while (performance.now() < end) beside.push(await placePaidOrder(server))
    const { p99Ms, maxMs } = await healthz
    const sent = await senders.stop()
    const limitMs = 1.5 * median(alone) + 1000
    const longest = Math.max(...beside)
    return [
      {
        name: `a paid order of a new part beside ${connections} hostile connections, longest`,
        figure: `${longest.toFixed(0)} ms`,
        aim: `at most ${limitMs.toFixed(0)} ms`,
        met: longest <= limitMs,
        samples: beside,
        detail: `median ${median(beside).toFixed(0)} ms, alone ${median(alone).toFixed(0)} ms; ${beside.length} orders, each paid; ${sent.responses} hostile responses in ${seconds} s, ${sent.refused} of them 429 or 503`,
      },
      {
        name: `/healthz beside ${connections} hostile connections, p99`,
        figure: `${p99Ms.toFixed(1)} ms`,
        aim: `under ${healthzAimMs} ms`,
        met: p99Ms < healthzAimMs,
        detail: `maximum ${maxMs.toFixed(0)} ms`,
      },
    ]
  } finally {
    await server.stop()
  }
}

async function latency({ baseUrl }: RealServer, seconds: number): Promise<Latency> {
  const script = `${import.meta.dir}/../geometry/healthz-client.ts`
  const client = Bun.spawn([process.execPath, script, `${baseUrl}/healthz`, `${seconds}`], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const text = await new Response(client.stdout).text()
  if ((await client.exited) !== 0) throw new Error('the client of /healthz failed')
  return JSON.parse(text) as Latency
}
