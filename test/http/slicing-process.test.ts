// ROLE=slicing as a separate process: it needs only a port, slices for a service as the service's slicer would, and
// its death fails only one slice.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callTool } from '../../testing/agent/call-tool.ts'
import { cubeStl } from '../../testing/models/meshes.ts'
import { refusal } from '../../testing/people/submit.ts'
import { freePort, openRealServer, waitUntil } from '../../testing/service/real-server.ts'
import { parseMetrics, scrape } from '../../testing/service/scrape.ts'
import {
  FAKE_SLICE,
  scriptedSlicer,
  sliceQuote,
  upload,
  uploaded,
} from '../../testing/slicer/scripted-slicer.ts'
import { isAlive } from '../../testing/slicer/stage.ts'
import { use, useService } from '../../testing/use.ts'
import { requirement, verifies } from '../helpers/verifies.ts'
import { ADDRESS } from '../mcp/tools/ordering.ts'

const root = join(import.meta.dir, '../..')
const slicer = use(scriptedSlicer, ({ end }) => end())
const slicing = use(async () => {
  const env = { ROLE: 'slicing', SLICER_PATH: slicer.path, SLICER_CAGE: 'off' }
  const server = await openRealServer({
    env: { ...env, SLICER_CONCURRENCY: '1', SLICER_WAIT_SECONDS: '1' },
  })
  await server.start()
  return server
})

describe('a service with SLICER_URL', () => {
  // If its local slicer were called, nothing would be sliced.
  const service = useService(() => ({
    env: { SLICER_URL: slicing.baseUrl, SLICER_PATH: '/nowhere', GEOMETRY_WORKERS: '1' },
  }))
  let cookie: string
  beforeAll(async () => {
    cookie = await service.signIn('remote@example.com')
  })
  let sizes = 10
  /** Stores a different cube every time, so that nothing is cached for it. */
  const put = (extraMm = 0) => {
    sizes += 0.25
    const file = { name: 'cube.stl', bytes: cubeStl({ sizeMm: sizes + extraMm }) }
    return uploaded(upload(service, cookie, file))
  }
  const ask = (generationId: string) => sliceQuote(service, cookie, { generationId })
  const failed = [502, 'Slicing failed — quote stays on the estimate'] as const

  verifies('slice.answer', 'a slicing process makes the slice of a service only once', async () => {
    const { generationId } = await put()
    const response = await ask(generationId)
    expect(await response.json()).toMatchObject({
      ok: true,
      cached: false,
      sliceAnalysis: FAKE_SLICE,
    })
    expect(slicer.runs()).toHaveLength(1)
    expect(await (await ask(generationId)).json()).toMatchObject({ cached: true })
    expect(slicer.runs()).toHaveLength(1)
  })

  test('a quote uses the slice, and an order uses the quote', async () => {
    const account = await service.account()
    const body = new FormData()
    body.set('file', new Blob([cubeStl({ sizeMm: 9 })]), 'cube.stl')
    const uploadRequest = { method: 'POST', headers: account.headers, body }
    const { modelUrl } = await uploaded(service.fetch('/api/print-upload', uploadRequest))
    const quote = { model_url: modelUrl, color: 'Black' }
    const { fields } = await callTool(service, account, 'quote_print', quote)
    // 0.900008 cm3 x 1.26 = 1.13 g: 2 g, at the minimum price of 1.00; + 7.
    expect(fields).toMatchObject({
      measurement: { source: 'slicer', grams: 1.13, print_hours: 0.1, layers: 10 },
      price: { billed_grams: 2, print: 1, total: 8 },
    })
    const order = { quote_id: fields['quote_id'], confirm: true, ...ADDRESS }
    const placed = await callTool(service, account, 'create_print_order', order)
    expect(placed.fields).toMatchObject({ paid: true, charged: 8 })
  })

  test('readiness reports the slicing process, and detects when it is unavailable', async () => {
    const read = async () => (await service.fetch('/readyz')).json()
    const shown = { ok: true, checks: { slicer: 'remote' }, parts: { slicerCage: 'remote' } }
    expect(await read()).toMatchObject(shown)
    await slicing.kill9()
    expect(await read()).toMatchObject({ ok: true, checks: { slicer: 'broken' } })
    await slicing.start()
  })

  verifies(
    requirement('slice.error.failed'),
    'Retry-After is returned for more slices than one process accepts',
    async () => {
      // More than a second of work is predicted for each waiting slice.
      const models = await Promise.all(Array.from({ length: 5 }, () => put(200)))
      const gate = join(service.stateDir, 'slicers-may-end')
      slicer.script(`while [ ! -e '${gate}' ]; do /bin/sleep 0.02; done`)
      const asked = models.map(({ generationId }) => ask(generationId))
      const first = await Promise.race(asked)
      expect([first.status, (await first.json()).error]).toEqual([...failed])
      expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0)
      await Bun.write(gate, '')
      const statuses = (await Promise.all(asked)).map(({ status }) => status)
      slicer.script(null)
      expect(statuses).toContain(200)
    },
  )

  verifies(
    requirement('slice.error.failed'),
    'after the slicing process is killed during a slice, the next process slices',
    async () => {
      const { generationId } = await put()
      const said = join(service.stateDir, 'slicer-pid')
      slicer.script(`echo $$ >"${said}"\nexec /bin/sleep 600`)
      const cut = refusal(ask(generationId))
      await waitUntil('the slicer runs', () => /\d\n/.test(readText(said)), 20_000)
      await slicing.kill9()
      expect(await cut).toEqual([...failed])
      await waitUntil('the slicer is dead', () => !isAlive(Number(readText(said))), 10_000)
      slicer.script(null)
      await slicing.start()
      const { sliceAnalysis } = await (await ask(generationId)).json()
      expect(sliceAnalysis).toMatchObject(FAKE_SLICE)
    },
  )

  test('the slicing process has metrics of slicer and process, and leaves nothing behind when it ends', async () => {
    const response = await fetch(`${slicing.baseUrl}/metrics`)
    const samples = parseMetrics(await response.text())
    expect(samples.get('pool_workers{pool="slicer"}')).toBe(1)
    expect(samples.get('pool_waiting{pool="slicer"}')).toBe(0)
    expect(samples.get('slicer_backlog_seconds')).toBe(0)
    // There was one slice since the last start.
    expect(samples.get('slice_predicted_seconds_count')).toBe(1)
    // The senders count slices: the first, the quote's, at least one of the crowd, the last.
    expect([...samples.keys()].filter((name) => /^(pool_run|http)/.test(name))).toEqual([])
    const get = (headers: HeadersInit) => service.fetch('/metrics', { headers })
    const counted = await scrape(get, service.internalKey)
    expect(counted.get('pool_run_seconds_count{pool="slicer"}')).toBeGreaterThanOrEqual(4)
    expect(counted.has('slicer_backlog_seconds')).toBe(false)
    expect(await slicing.stop()).toBe(0)
  })
})

describe('a slicing process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-slicing-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const run = (env: Readonly<Record<string, string>>) =>
    Bun.spawn([process.execPath, join(root, 'server/main.ts')], {
      cwd: folder,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      env: { ...env },
    })

  test('starts with only ROLE and PORT, and reports that it has no slicer', async () => {
    const port = await freePort()
    const child = run({ ROLE: 'slicing', PORT: String(port) })
    const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
    await waitUntil('it listens', () =>
      at('/healthz').then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    const ready = await at('/readyz')
    expect([ready.status, await ready.json()]).toEqual([
      503,
      {
        ok: false,
        checks: { slicer: 'not configured' },
        parts: { slicerCage: 'none', slicer: null, eventLoop: expect.any(String) },
      },
    ])
    expect((await at('/slice')).status).toBe(405)
    expect((await at('/api/price')).status).toBe(404)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  })

  test('refuses to start with a secret', async () => {
    const child = run({ ROLE: 'slicing', PORT: '0', AUTH_SECRET: 'x', DATABASE_URL_FILE: '/db' })
    expect(await child.exited).toBe(1)
    const needless = 'is set. A process with ROLE=slicing needs no secret: remove it.\n'
    expect(await new Response(child.stderr).text()).toBe(
      `DATABASE_URL_FILE ${needless}AUTH_SECRET ${needless}`,
    )
  })
})

const readText = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
