// GET /metrics: what operators watch.
import { expect, test } from 'bun:test'
import { createMetrics } from '../../server/adapters/observability/metrics.ts'
import { serviceReadings } from '../../server/adapters/observability/metrics-readings.ts'
import { createRequestTimes } from '../../server/adapters/observability/request-times.ts'
import { createTotals } from '../../server/db/maintenance/totals.ts'
import { createRouteOf } from '../../server/http/middleware/count-requests.ts'
import { placed, submit } from '../helpers/submit.ts'
import { useService } from '../helpers/use.ts'
import { verifies } from '../helpers/verifies.ts'

const service = useService()

async function scrape(): Promise<ReadonlyMap<string, number>> {
  const headers = { 'x-internal-key': service.internalKey }
  const answer = await service.fetch('/metrics', { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = (await answer.text()).trimEnd().split('\n')
  // The exposition format: comments, and `name{labels} value`.
  const sample = /^([a-zA-Z_:][\w:]*(?:\{(?:\w+="[^"]*",?)*\})?) (-?[\d.e+-]+|NaN|\+Inf)$/
  const samples = lines.filter((line) => !line.startsWith('#') && line !== '')
  for (const line of samples) expect(line).toMatch(sample)
  return new Map(
    samples.map((line) => {
      const [, name = '', value] = sample.exec(line) ?? []
      return [name, Number(value)] as const
    }),
  )
}

verifies('decision.metrics', async () => {
  const account = await service.account()
  const order = await placed(submit(service, account))
  await service.fetch(`/orders/${order.code}`)
  await service.fetch('/orders/SVC-AAAAAA')
  await service.fetch('/no/such/path')
  const found = await scrape()
  const count = (route: string, status: number) =>
    found.get(`http_request_duration_seconds_count{route="${route}",status="${status}"}`)
  expect(count('/api/print/orders', 201)).toBe(1)
  expect(count('/orders/:code', 200)).toBe(1)
  expect(count('/orders/:code', 404)).toBe(1)
  expect(count('other', 404)).toBe(1)
  expect(found.get('orders{status="RECEIVED"}')).toBe(1)
  expect(found.get('orders_cents{paid="true"}')).toBe(Math.round(order.estimatedCost * 100))
  expect(found.get('orders_cents{paid="false"}')).toBe(0)
  expect(found.get('geometry_pool{what="queued"}')).toBe(0)
  expect(found.get('slicer_pool{what="queued"}')).toBe(0)
  expect([...found.keys()].join('\n')).not.toContain(order.code)
})

test('failed generations are told apart by their reason', async () => {
  const { accountId } = await service.account()
  const kinds = ['no_credits', 'no_credits', 'engine_failed'] as const
  for (const kind of kinds) {
    const id = crypto.randomUUID()
    const now = new Date()
    const body = { contentType: 'application/json', source: { text: '{}' } }
    await service.deps.generationJobs.add({
      id,
      accountId,
      createdAt: now,
      body,
      request: null,
      leaseId: null,
    })
    const failure =
      kind === 'no_credits'
        ? { kind, required: 1, available: 0 }
        : { kind, message: 'The engine is out.' }
    expect(await service.deps.generationJobs.fail(id, null, { failure, now })).toBe(true)
  }
  // Totals are cached: read from the database, beside the service's own.
  const { generationJobs, generationErrors } = await createTotals(service.db)()
  expect(generationJobs).toEqual({ error: 3 })
  expect(generationErrors).toEqual({ no_credits: 2, engine_failed: 1 })
  const text = await createMetrics(
    serviceReadings({
      geometry: () => ({ workers: 0, busy: 0, queued: 0 }),
      slicer: () => ({ workers: 0, busy: 0, queued: 0 }),
      totals: createTotals(service.db),
    }),
    service.deps.log,
  ).text()
  expect(text).toContain('generation_errors{reason="no_credits"} 2')
  expect(text).toContain('generation_errors{reason="engine_failed"} 1')
})

test('requests are sorted into cumulative buckets', () => {
  const times = createRequestTimes()
  for (const ms of [0.5, 1, 3, 700, 400_000]) times.observe('/a', 200, ms)
  const value = (name: string) =>
    new RegExp(`^http_request_duration_seconds_${name} (.+)$`, 'm').exec(times.text())?.[1]
  const bucket = (le: string) => value(`bucket\\{route="/a",status="200",le="${le}"\\}`)
  expect(['0.001', '0.005', '0.5', '2', '300', '\\+Inf'].map(bucket)).toEqual([
    '2',
    '3',
    '3',
    '4',
    '4',
    '5',
  ])
  expect(value('count\\{route="/a",status="200"\\}')).toBe('5')
  expect(Number(value('sum\\{route="/a",status="200"\\}'))).toBeCloseTo(400.7045, 6)
})

test('codes and made-up paths do not multiply the routes', () => {
  const routeOf = createRouteOf(['/', '/api/price', '/orders/:code', '/orders/:code/pay', '/a/*'])
  expect(
    [
      'http://x/',
      'http://x/api/price?a=1',
      'http://x/orders/SVC-ABCDEF',
      'http://x/orders/SVC-ABCDEF/pay',
      'http://x/a/b/c',
      'http://x/orders/a/b/c',
      'http://x/api/price/',
    ].map(routeOf),
  ).toEqual(['/', '/api/price', '/orders/:code', '/orders/:code/pay', '/a/*', 'other', 'other'])
})

test('what cannot be read is left out of a scrape, and nothing else is', async () => {
  let isDown = false
  const warned: unknown[] = []
  const reading = (name: string, read: () => Promise<Record<string, number>>) => ({
    name,
    help: 'For a test.',
    label: 'what',
    read,
  })
  const metrics = createMetrics(
    [
      reading('of_database', () =>
        isDown ? Promise.reject(new Error('no database')) : Promise.resolve({ rows: 3 }),
      ),
      reading('of_process', async () => ({ workers: 2 })),
    ],
    { warn: (event, facts) => void warned.push([event, facts?.['name']]) },
  )
  metrics.observe('/a', 200, 1)
  expect(await metrics.text()).toContain('of_database{what="rows"} 3')
  isDown = true
  const text = await metrics.text()
  expect(text).not.toContain('of_database{')
  expect(text).toContain('of_process{what="workers"} 2')
  expect(text).toContain('http_request_duration_seconds_count{route="/a",status="200"} 1')
  expect(warned).toEqual([['metrics.reading_failed', 'of_database']])
})
