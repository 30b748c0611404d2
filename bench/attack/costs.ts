// Measures the cost of the most expensive anonymous requests, and the time of a paid order while
// six senders of the worst request run.
import { cpuMsOf } from '../lib/cpu.ts'
import { type RealServer, startRealServer } from '../lib/processes.ts'
import type { Row } from '../lib/row.ts'
import type { Bench } from '../lib/scenario.ts'
import { placePaidOrder } from './paid-order.ts'
import { type Hostile, hostileRequests } from './requests.ts'

const aimMs = 2_000
const delayAimMs = 1_000
const atOnce = 6

export async function benchCosts({ databaseUrl, choose, step }: Bench): Promise<Row[]> {
  const server = await startRealServer({
    DATABASE_URL: databaseUrl,
    TRUSTED_PROXIES: '127.0.0.1,::1',
  })
  try {
    const rounds = choose(3, 1)
    const requests = hostileRequests()
    await placePaidOrder(server)
    const costs: { request: Hostile; cpuMs: number[]; status: number }[] = []
    for (const [i, request] of requests.entries()) {
      const cost = { request, cpuMs: [] as number[], status: 0 }
      for (let round = 0; round < rounds; round++) {
        const before = cpuMsOf(server.pid)
        cost.status = await sendOnce(server, request, 100 * i + round)
        cost.cpuMs.push(cpuMsOf(server.pid) - before)
      }
      costs.push(cost)
      step(i + 1, requests.length + 1)
    }
    const most = Math.max(...costs.flatMap(({ cpuMs }) => cpuMs))
    const lines = costs.map(({ request, cpuMs, status }) => {
      const worst = Math.max(...cpuMs)
      return `${(worst / 1000).toFixed(3)} s, ${((1000 * worst) / request.bytes).toFixed(1)} us a byte: ${request.name} (${request.bytes} bytes, ${status})`
    })
    const beside = await besideUploads(server, requests)
    return [
      {
        name: 'the most expensive request without an account, processor time',
        figure: `${(most / 1000).toFixed(2)} s`,
        aim: `at most ${aimMs / 1000} s`,
        met: most <= aimMs,
        detail: `Each with its cost per byte:\n${lines.join('\n')}`,
      },
      beside,
    ]
  } finally {
    await server.stop()
  }
}

/** Sends each request from a separate address. */
async function sendOnce({ baseUrl }: RealServer, request: Hostile, round: number): Promise<number> {
  const address = `198.51.${Math.floor(round / 250)}.${1 + (round % 250)}`
  const response = await request.send(baseUrl, round, address)
  const text = await response.text()
  const { status } = response
  if (![429, 503, ...request.expected].includes(status)) {
    throw new Error(`${request.name} got ${status}: ${text.slice(0, 300)}`)
  }
  return status
}

async function besideUploads(server: RealServer, requests: readonly Hostile[]): Promise<Row> {
  const alone: number[] = []
  for (let i = 0; i < 5; i++) alone.push(await placePaidOrder(server))
  const uploads = requests.filter(({ name }) => name.includes('/api/printability'))
  const sending = Array.from({ length: atOnce }, (_, i) => {
    const request = uploads[i % uploads.length]
    return request ? sendOnce(server, request, 5000 + i) : 0
  })
  await Bun.sleep(200)
  const beside: number[] = []
  let running = true
  const all = Promise.all(sending).finally(() => {
    running = false
  })
  while (running && beside.length < 50) beside.push(await placePaidOrder(server))
  await all
  const longest = Math.max(...beside)
  const usual = Math.max(...alone)
  return {
    name: `a paid order of a new part beside ${atOnce} of the worst uploads, longest delay`,
    figure: `${Math.max(0, longest - usual).toFixed(0)} ms`,
    aim: `at most ${delayAimMs} ms`,
    met: longest - usual <= delayAimMs,
    samples: beside,
    detail: `${beside.length} orders, each paid; longest ${longest.toFixed(0)} ms, alone ${usual.toFixed(0)} ms`,
  }
}
