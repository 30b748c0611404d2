// POST /api/slice-quote for a model that is already sliced: the time from request to response, over
// a real connection.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../server/adapters/observability/log.ts'
import { parseConfig } from '../../server/config/config.ts'
import { limits } from '../../server/domain/limits/table.ts'
import { openService, type Service } from '../../server/wiring/service.ts'
import { cubeStl } from '../../testing/models/meshes.ts'
import { median, quantile, type Row } from '../lib/compare.ts'
import type { Bench } from '../lib/scenario.ts'

const accounts = 20
/** Fewer requests than an account may send per hour. */
const requestsPerAccount = limits['slice-quote'].limit - 5
const aimMs = 10

export async function benchCachedSlice({ databaseUrl, step }: Bench): Promise<Row> {
  const stateDir = mkdtempSync(join(tmpdir(), 'bench-slices-'))
  const config = parseConfig({ STATE_DIR: stateDir })
  if (!config.ok) throw new Error(config.failure.join(' '))
  let handle: Service['app']['handle'] = () => new Response(null, { status: 503 })
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => handle(request) })
  const baseUrl = `http://127.0.0.1:${server.port}`
  const service = await openService({
    config: config.value,
    baseUrl,
    databaseUrl,
    authSecret: 'bench-secret-of-at-least-32-characters',
    internalKey: 'bench-internal-key',
    stripe: {
      secretKey: 'sk_test_bench',
      webhookSecret: 'whsec_bench',
      apiBase: 'http://127.0.0.1:1',
    },
    log: createLog({ level: 'error' }),
  })
  handle = service.app.handle
  try {
    const callers: Caller[] = []
    for (let i = 0; i < accounts; i++) {
      const cookie = await signIn(service, baseUrl, `slices-${crypto.randomUUID()}@example.com`)
      callers.push(await sliceOne({ baseUrl, cookie, sizeMm: 10 + i / 8 }))
    }
    const ours: number[] = []
    const floor: number[] = []
    // Send one request at a time, to measure a response and not a queue. /healthz, the cheapest
    // response, is measured for comparison.
    for (let round = 0; round < requestsPerAccount; round++) {
      for (const caller of callers) {
        floor.push(await timed(async () => void (await (await fetch(`${baseUrl}/healthz`)).json())))
        ours.push(await timed(() => repeatQuote(caller)))
      }
      step(round + 1, requestsPerAccount)
    }
    const p95 = quantile(ours, 0.95)
    return {
      name: 'a stored slice quote, from request to response',
      figure: `${quantile(ours, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
      aim: `at most ${aimMs} ms`,
      met: quantile(ours, 0.5) <= aimMs,
      detail: `${ours.length} responses; /healthz meanwhile ${quantile(floor, 0.5).toFixed(1)} ms, p95 ${quantile(floor, 0.95).toFixed(1)} ms`,
      samples: ours,
      sides: {
        name: 'Time to the response',
        unit: 'ms',
        better: 'less',
        bars: [
          { name: 'a stored quote', value: median(ours) },
          { name: '/healthz', value: median(floor) },
        ],
      },
    }
  } finally {
    await server.stop(true)
    await service.close()
    rmSync(stateDir, { recursive: true, force: true })
  }
}

type Caller = {
  readonly baseUrl: string
  readonly cookie: string
  readonly generationId: string
  /** Analysis of the first response, which every later response must repeat. */
  readonly analysis: string
}

async function signIn({ createUser }: Service, baseUrl: string, email: string): Promise<string> {
  const password = crypto.randomUUID()
  await createUser({ email, password })
  const response = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`signing in: ${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function sliceOne({
  baseUrl,
  cookie,
  sizeMm,
}: {
  baseUrl: string
  cookie: string
  sizeMm: number
}): Promise<Caller> {
  const form = new FormData()
  form.set('file', new Blob([cubeStl({ sizeMm })]), 'cube.stl')
  const upload = await fetch(`${baseUrl}/api/print-upload`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  })
  const { generationId } = await upload.json()
  const response = await requestQuote({ baseUrl, cookie, generationId })
  const body = await response.json()
  if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(body)}`)
  return { baseUrl, cookie, generationId, analysis: JSON.stringify(body.sliceAnalysis) }
}

function requestQuote({
  baseUrl,
  cookie,
  generationId,
}: Omit<Caller, 'analysis'>): Promise<Response> {
  return fetch(`${baseUrl}/api/slice-quote`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ generationId }),
  })
}

/** Sends the request again. Throws when the response is not the stored one. */
async function repeatQuote(caller: Caller): Promise<void> {
  const body = await (await requestQuote(caller)).json()
  const same = JSON.stringify(body.sliceAnalysis) === caller.analysis
  if (!same || body.cached !== true) {
    throw new Error(`not the stored response: ${JSON.stringify(body)}`)
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
