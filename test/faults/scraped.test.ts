// Boards and rules against the running service: a real scrape has every metric that they read. A real Prometheus with
// these rules, which signs in as the compose file does, evaluates them without an error.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { freePort, waitUntil } from '../../testing/service/real-server.ts'
import { parseMetrics } from '../../testing/service/scrape.ts'
import { useRealServer } from '../../testing/use.ts'
import { alerts, boardFiles, panelsOf, recordings, textOf } from '../monitoring/files.ts'
import { serviceMetrics } from '../monitoring/known-metrics.ts'
import { readPromQl } from '../monitoring/promql.ts'

const server = useRealServer()
const key = () => readFileSync(join(server.stateDir, 'internal-key'), 'utf8').trim()

const boardExpressions = boardFiles.flatMap((board) =>
  panelsOf(board).flatMap(({ targets }) => targets.map(({ expr }) => expr)),
)
const metricsRead = new Set(
  [...boardExpressions, ...[...recordings, ...alerts].map(({ expr }) => expr)]
    .flatMap((expr) => readPromQl(expr).selectors)
    .map(({ metric }) => metric)
    .filter((metric) => serviceMetrics.has(metric)),
)

/** Series that begin with the first call of a tool or an engine, or the first counted spool; all others exist from the start. */
const begunByUse = /^(?:engine|filament|mcp_tool)_/

async function scrape(): Promise<string> {
  const headers = { authorization: `Bearer ${key()}` }
  const response = await fetch(`${server.baseUrl}/metrics`, { headers })
  expect(response.status).toBe(200)
  return response.text()
}

const missingIn = (names: Iterable<string>): readonly string[] => {
  const found = new Set([...names].map((name) => name.split('{')[0] ?? ''))
  return [...metricsRead].filter((name) => !found.has(name) && !begunByUse.test(name))
}

test('a live scrape has every metric that boards and rules read', async () => {
  expect(metricsRead.size).toBeGreaterThan(30)
  // The worker writes lead time and backlog some seconds after its start.
  await waitUntil('the worker has written its figures', async () =>
    (await scrape()).includes('\nlead_time_days '),
  )
  expect(missingIn(parseMetrics(await scrape()).keys())).toEqual([])
})

const api = v.object({ status: v.literal('success'), data: v.unknown() })
const rulesAnswer = v.object({
  groups: v.array(
    v.object({
      rules: v.array(
        v.object({ name: v.string(), health: v.string(), lastError: v.optional(v.string()) }),
      ),
    }),
  ),
})
const alertLabels = v.object({ alertname: v.string() })
const vector = v.object({
  result: v.array(v.object({ value: v.tuple([v.number(), v.string()]) })),
})

describe.skipIf(Bun.which('prometheus') === null)('a Prometheus with these rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-prometheus-'))
  let prometheus: Bun.Subprocess | null = null
  let address = ''

  /** Replaces paths in the repository's files, and removes the pauses. */
  const local = (path: string) =>
    textOf(path)
      .replaceAll(/(interval|timeout): \d+s/g, '$1: 2s')
      .replace('/run/secrets/internal_key', join(folder, 'key'))
      .replace('/etc/prometheus/targets.yml', join(folder, 'targets.yml'))
      .replace('/etc/prometheus/rules', folder)

  const get = async <T>(path: string, schema: v.GenericSchema<unknown, T>): Promise<T> => {
    const response = await fetch(`${address}/api/v1/${path}`)
    return v.parse(schema, v.parse(api, await response.json()).data)
  }
  const query = (expr: string) => get(`query?query=${encodeURIComponent(expr)}`, vector)

  beforeAll(async () => {
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    const targets = [{ targets: [new URL(server.baseUrl).host], labels: { desk: server.baseUrl } }]
    writeFileSync(join(folder, 'key'), key())
    writeFileSync(join(folder, 'targets.yml'), JSON.stringify(targets))
    for (const name of ['prometheus.yml', 'recording.rules.yml', 'alerts.rules.yml']) {
      writeFileSync(join(folder, name), local(`prometheus/${name}`))
    }
    const options = {
      'config.file': join(folder, 'prometheus.yml'),
      'storage.tsdb.path': join(folder, 'data'),
      'web.listen-address': `127.0.0.1:${port}`,
    }
    prometheus = Bun.spawn(
      ['prometheus', ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)],
      { stdout: 'ignore', stderr: 'ignore' },
    )
    await waitUntil('Prometheus has scraped the service', async () =>
      query('up{job="print-farm"} == 1').then(
        ({ result }) => result.length === 1,
        () => false,
      ),
    )
  })

  afterAll(async () => {
    prometheus?.kill()
    await prometheus?.exited
    rmSync(folder, { recursive: true, force: true })
  })

  test('evaluates every rule without an error', async () => {
    const rules = async () => (await get('rules', rulesAnswer)).groups.flatMap((each) => each.rules)
    expect(await rules()).toHaveLength(recordings.length + alerts.length)
    await waitUntil('every rule was evaluated', async () =>
      (await rules()).every(({ health }) => health !== 'unknown'),
    )
    const broken = (await rules()).filter(({ health }) => health !== 'ok')
    expect(broken).toEqual([])
  })

  test('raises no alert', async () => {
    const pending = async () => {
      const response = v.object({ result: v.array(v.object({ metric: alertLabels })) })
      const { result } = await get('query?query=ALERTS', response)
      return result.map(({ metric }) => metric.alertname)
    }
    // Before the first scrape, the alert for its absence is pending.
    await waitUntil('nothing is pending', async () => (await pending()).length === 0).catch(
      () => undefined,
    )
    expect(await pending()).toEqual([])
  })

  test('evaluates every expression of the boards without an error', async () => {
    for (const expr of boardExpressions) {
      expect((await query(expr.replaceAll(/\$__\w+/g, '5m'))).result).toBeArray()
    }
  })

  test('reads the number that the service counted', async () => {
    const count = async () => {
      const { result } = await query('sum(http_requests_total{route="/api/price"})')
      return Number(result[0]?.value[1] ?? 0)
    }
    const before = await count()
    for (let sent = 0; sent < 7; sent += 1) {
      const response = await fetch(`${server.baseUrl}/api/price`, { method: 'POST', body: '{}' })
      await response.arrayBuffer()
    }
    await waitUntil('the requests are counted', async () => (await count()) >= before + 7)
    expect(await count()).toBe(before + 7)
  })
})
