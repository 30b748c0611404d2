// POST /api/slice-quote of a model that was sliced before: the time from the request to its answer, over a real connection.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../server/adapters/observability/log.ts'
import { parseConfig } from '../../server/config/config.ts'
import { openService, type Service } from '../../server/wiring/service.ts'
import { cubeStl } from '../../test/helpers/meshes.ts'
import type { Row } from '../lib/compare.ts'

/** The limit is 30 an hour and account, so every account asks less often than that. */
const people = 20
const asksEach = 25
const aimMs = 10

/** `null` where there is no slicer. */
export async function benchCachedSlice(databaseUrl: string): Promise<Row | null> {
  if (Bun.which('prusa-slicer') === null) return null
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
    for (let i = 0; i < people; i++) {
      const cookie = await signIn(service, baseUrl, `slices-${crypto.randomUUID()}@example.com`)
      callers.push(await sliceOne({ baseUrl, cookie, sizeMm: 10 + i / 8 }))
    }
    const ours: number[] = []
    const floor: number[] = []
    // One at a time: what is measured is an answer, not a queue. Beside it the cheapest answer there is.
    for (let ask = 0; ask < asksEach; ask++) {
      for (const caller of callers) {
        floor.push(await timed(async () => void (await (await fetch(`${baseUrl}/healthz`)).json())))
        ours.push(await timed(() => askAgain(caller)))
      }
    }
    const p95 = quantile(ours, 0.95)
    return {
      name: 'a slice quote that is stored, from request to answer',
      figure: `${quantile(ours, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
      aim: `at most ${aimMs} ms`,
      met: quantile(ours, 0.5) <= aimMs,
      detail: `${ours.length} answers; /healthz beside them ${quantile(floor, 0.5).toFixed(1)} ms, p95 ${quantile(floor, 0.95).toFixed(1)} ms`,
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
  /** The first answer's own, which every later one must repeat. */
  readonly analysis: string
}

async function signIn({ createUser }: Service, baseUrl: string, email: string): Promise<string> {
  const password = crypto.randomUUID()
  await createUser({ email, password })
  const answer = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`signing in: ${answer.status} ${await answer.text()}`)
  return answer.headers
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
  const answer = await ask({ baseUrl, cookie, generationId })
  const body = await answer.json()
  if (!answer.ok) throw new Error(`${answer.status}: ${JSON.stringify(body)}`)
  return { baseUrl, cookie, generationId, analysis: JSON.stringify(body.sliceAnalysis) }
}

function ask({ baseUrl, cookie, generationId }: Omit<Caller, 'analysis'>): Promise<Response> {
  return fetch(`${baseUrl}/api/slice-quote`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ generationId }),
  })
}

/** A wrong answer ends the bench. */
async function askAgain(caller: Caller): Promise<void> {
  const body = await (await ask(caller)).json()
  const same = JSON.stringify(body.sliceAnalysis) === caller.analysis
  if (!same || body.cached !== true)
    throw new Error(`not the stored answer: ${JSON.stringify(body)}`)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
