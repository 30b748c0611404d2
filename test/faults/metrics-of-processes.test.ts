// Metrics of two web processes behind one port and a worker: every scrape returns the sums of all processes, and no
// counter ever decreases.
import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMetricReader } from '../../server/db/metrics/metric-reader.ts'
import { freePort, waitUntil } from '../../testing/service/real-server.ts'
import { parseMetrics, type Samples } from '../../testing/service/scrape.ts'
import { use, useDatabase, useRealServer } from '../../testing/use.ts'

const internalKey = 'an-internal-key-for-tests'
const TEST_MS = 180_000

const database = useDatabase({ poolSize: 4 })
const environment = () => ({
  DATABASE_URL: database.url,
  INTERNAL_KEY: internalKey,
  AUTH_SECRET: 'an-auth-secret-for-tests-of-32-and-more',
  STRIPE_SECRET_KEY: 'sk_test_metrics',
  STRIPE_WEBHOOK_SECRET: 'whsec_metrics',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
})
const web = useRealServer(() => ({
  env: { ...environment(), ROLE: 'web', WEB_CONCURRENCY: '2' },
}))
const worker = useRealServer(() => ({ env: { ...environment(), ROLE: 'worker' } }))

/** Sends a request on a separate connection: the kernel assigns it to either process. */
const request = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, keepalive: false, headers: { ...init.headers, connection: 'close' } })

async function scrape(baseUrl: string): Promise<Samples> {
  const response = await request(`${baseUrl}/metrics`, {
    headers: { 'x-internal-key': internalKey },
  })
  expect(response.status).toBe(200)
  return parseMetrics(await response.text())
}

const sent = { ok: 0, refused: 0, tools: 0 }

async function send(turn: number): Promise<void> {
  const post = (path: string, body: unknown) =>
    request(`${web.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  // Fewer than the hourly allowance of the tools that read.
  if (turn % 5 === 4 && sent.tools < 200) {
    const params = { name: 'list_materials', arguments: {} }
    const call = { jsonrpc: '2.0', id: turn, method: 'tools/call', params }
    expect((await post('/api/mcp', call)).status).toBe(200)
    sent.tools += 1
  } else if (turn % 5 === 3) {
    expect((await post('/api/price', { bboxMm: 'none' })).status).toBe(400)
    sent.refused += 1
  } else {
    const order = { bboxMm: { x: 40, y: 30, z: 20 }, material: 'petg', quantity: 1 }
    expect((await post('/api/price', order)).status).toBe(200)
    sent.ok += 1
  }
}

const price = (statusClass: string) =>
  `http_requests_total{method="POST",route="/api/price",status_class="${statusClass}"}`
const tool = 'mcp_tool_calls_total{tool="list_materials",outcome="ok"}'

/** Sums over all processes, whichever process responds. */
const sumsOf = (samples: Samples) => ({
  ok: samples.get(price('2xx')) ?? 0,
  refused: samples.get(price('4xx')) ?? 0,
  tools: samples.get(tool) ?? 0,
})

const cumulative = /^\w+(_total|_bucket|_count|_sum)($|[{])/

function expectNoneFell(before: Samples, after: Samples): void {
  const fallen = [...before].filter(
    ([name, value]) =>
      cumulative.test(name) && !name.includes('process=') && (after.get(name) ?? -1) < value,
  )
  expect(fallen).toEqual([])
}

test(
  'no counter decreases in 50 scrapes under load and across a restart, and the sums match the requests',
  async () => {
    await waitUntil('both web processes listen', () => {
      const listening = web.logs().filter(({ event }) => event === 'process.listening')
      return listening.length === 2
    })
    let turn = 0
    let isLoaded = true
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (isLoaded) await send(turn++)
      }),
    )
    let before = await scrape(web.baseUrl)
    for (let count = 1; count < 50; count += 1) {
      const after = await scrape(count % 5 === 0 ? worker.baseUrl : web.baseUrl)
      expectNoneFell(before, after)
      before = after
    }
    isLoaded = false
    await load
    expect(sent.ok).toBeGreaterThan(50)
    const settled = (baseUrl: string) =>
      waitUntil('every process has stored its counts', async () =>
        Bun.deepEquals(sumsOf(await scrape(baseUrl)), sent),
      )
    await settled(web.baseUrl)
    expect(sumsOf(await scrape(worker.baseUrl))).toEqual(sent)
    // The two web processes and the worker.
    const processes = [...(await scrape(web.baseUrl)).keys()].filter((name) =>
      name.startsWith('process_info'),
    )
    expect(processes).toHaveLength(3)

    await send(0)
    before = await scrape(web.baseUrl)
    expect(await web.stop()).toBe(0)
    await web.start()
    const after = await scrape(web.baseUrl)
    expectNoneFell(before, after)
    expect(sumsOf(after)).toEqual(sent)
  },
  TEST_MS,
)

const program = Bun.which('prometheus')

/** Starts Debian's Prometheus with an empty database, scraping every second. */
async function startPrometheus(targets: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-prometheus-'))
  const port = await freePort()
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s' },
    scrape_configs: [
      {
        job_name: 'service',
        authorization: { credentials: internalKey },
        static_configs: [{ targets }],
      },
    ],
  }
  // JSON is YAML.
  await Bun.write(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const child = Bun.spawn(
    [
      program ?? '',
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  )
  const baseUrl = `http://127.0.0.1:${port}`
  await waitUntil('Prometheus is ready', () =>
    fetch(`${baseUrl}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return {
    query: async (query: string) => {
      const search = new URLSearchParams({ query })
      const response = await fetch(`${baseUrl}/api/v1/query?${search}`)
      return resultOf(await response.json())
    },
    close: async () => {
      child.kill()
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type QueryResult = readonly {
  readonly metric: Readonly<Record<string, string>>
  readonly value: readonly [number, string]
}[]

type QueryResponse = { readonly data?: { readonly result: QueryResult }; readonly error?: string }

function resultOf({ data, error }: QueryResponse) {
  if (data === undefined) throw new Error(error)
  return data.result.map(({ metric, value: [, value] }) => ({ metric, value: Number(value) }))
}

/** Grows with the time that a busy machine takes from the processes, also between the scrape and the query. */
const stalled = 'event_loop_stalled_seconds_total'

describe.skipIf(program === null)('with Prometheus', () => {
  const hostOf = (baseUrl: string) => new URL(baseUrl).host
  const prometheus = use(() => startPrometheus([hostOf(web.baseUrl), hostOf(worker.baseUrl)]))

  test(
    'Prometheus reads the values of the database from both ports, without a reset',
    async () => {
      await Promise.all(Array.from({ length: 20 }, (_, turn) => send(turn)))
      const sum = (query: string) => async () => (await prometheus.query(query)).map(byValue)
      const byValue = ({ value }: { value: number }) => value
      const total = sum('http_requests_total{route="/api/price",status_class="2xx"}')
      await waitUntil('both targets have every request', async () =>
        Bun.deepEquals(await total(), [sent.ok, sent.ok]),
      )
      const { rows } = await database.pool.query<{ name: string; labels: object; value: number }>(
        `select name, labels, value from metric_totals
          where buckets is null and labels->>'route' is distinct from '/metrics' and name <> '${stalled}'`,
      )
      expect(rows.length).toBeGreaterThan(100)
      const counters = await prometheus.query(
        `{__name__=~".+_total", __name__!="${stalled}", process="", route!="/metrics"}`,
      )
      for (const host of [web, worker].map(({ baseUrl }) => hostOf(baseUrl))) {
        const found = counters
          .filter(({ metric }) => metric['instance'] === host)
          .map(({ metric: { __name__, instance, job, ...labels }, value }) =>
            seriesOf(__name__ ?? '', labels, value),
          )
        expect(found.toSorted()).toEqual(
          rows.map(({ name, labels, value }) => seriesOf(name, labels, value)).toSorted(),
        )
      }
      for (const name of [
        'http_requests_total',
        'http_request_duration_seconds_bucket',
        'pool_run_seconds_bucket',
        'process_cpu_seconds_total',
      ]) {
        expect(await prometheus.query(`resets(${name}[5m]) > 0`)).toEqual([])
      }
      expect((await prometheus.query('up')).map(byValue)).toEqual([1, 1])

      // The quantiles are those of the pages, over all counts.
      const hour = 3_600_000
      const range = { from: new Date(Date.now() - hour), to: new Date(Date.now() + 60_000) }
      const latencies = await createMetricReader(database).latency(
        'http_request_duration_seconds',
        range,
        ['route'],
      )
      const shown = latencies.find(({ labels }) => labels['route'] === '/api/price')
      expect(shown?.count).toBe(sent.ok + sent.refused)
      for (const [share, value] of [
        [0.5, shown?.p50],
        [0.95, shown?.p95],
        [0.99, shown?.p99],
      ]) {
        const bucket = 'http_request_duration_seconds_bucket{route="/api/price"}'
        const [first, second] = await prometheus.query(`histogram_quantile(${share}, ${bucket})`)
        expect(first?.value).toBeCloseTo(value ?? -1, 9)
        expect(second?.value).toBeCloseTo(value ?? -1, 9)
      }
    },
    TEST_MS,
  )
})

/** Returns one text for a series and its value, with sorted labels. */
function seriesOf(name: string, labels: object, value: number): string {
  return `${name} ${JSON.stringify(Object.entries(labels).toSorted())} ${value}`
}
