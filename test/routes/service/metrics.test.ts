// GET /metrics: the figures that operators monitor.

import { expect, test } from 'bun:test'
import { generationJobIdOf } from '../../../server/domain/base/ids/generation-job.ts'
import { createRouteOf } from '../../../server/http/middleware/route-of.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { scrape } from '../../../testing/service/scrape.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

const read = () =>
  scrape(async (headers) => service.fetch('/metrics', { headers }), service.internalKey)

verifies('decision.metrics', async () => {
  const account = await service.account()
  const order = await placed(submit(service, account))
  await service.fetch(`/orders/${order.code}`)
  await service.fetch('/orders/SVC-AAAAAA')
  await service.fetch('/no/such/path')
  await service.fetch('/no/such/path', { method: 'PURGE' })
  const found = await read()
  const count = (method: string, route: string, status: string) =>
    found.get(`http_requests_total{method="${method}",route="${route}",status_class="${status}"}`)
  expect(count('POST', '/api/print/orders', '2xx')).toBe(1)
  expect(count('POST', '/api/print/orders', '5xx')).toBe(0)
  expect(count('GET', '/orders/:code', '2xx')).toBe(1)
  expect(count('GET', '/orders/:code', '4xx')).toBe(1)
  expect(count('GET', 'other', '4xx')).toBe(1)
  expect(count('other', 'other', '4xx')).toBe(1)
  const timed = 'method="GET",route="/orders/:code"'
  expect(found.get(`http_request_duration_seconds_count{${timed}}`)).toBe(2)
  expect(found.get(`http_request_duration_seconds_bucket{${timed},le="+Inf"}`)).toBe(2)
  expect(found.get('orders_placed_total{source="rest"}')).toBe(1)
  expect(found.get('charges_total{outcome="succeeded"}')).toBe(1)
  expect(found.get('charge_duration_seconds_count')).toBe(1)
  expect(found.get('order_revenue_cents_total')).toBe(Math.round(order.estimatedCost * 100))
  expect(found.get('order_status_changes_total{status="RECEIVED"}')).toBe(1)
  expect(found.get('queue_depth{queue="orders_received"}')).toBe(1)
  expect(found.get('queue_depth{queue="outbox"}')).toBe(1)
  expect(found.get('pool_workers{pool="geometry"}')).toBe(1)
  // Measured and estimated in one job.
  expect(found.get('pool_run_seconds_count{pool="geometry"}')).toBe(1)
  expect(found.get('cache_requests_total{cache="measurement",outcome="miss"}')).toBe(1)
  expect(found.get('stored_bytes_total')).toBeGreaterThan(0)
  expect(found.get('build_info{version="0.2.0"}')).toBe(1)
  expect(found.get('process_heartbeat_seconds{role="worker"}')).toBeLessThan(15)
  expect([...found.keys()].join('\n')).not.toContain(order.code)
})

test.each([
  ['the internal key', () => service.internalKey, 200],
  ['another word', () => 'not-the-internal-key', 401],
])('%s as a bearer token, as Prometheus sends it', async (_case, token, status) => {
  const headers = { authorization: `Bearer ${token()}` }
  expect((await service.fetch('/metrics', { headers })).status).toBe(status)
})

test('a second order of the same model is a cache hit and adds to the counters', async () => {
  const before = await read()
  await placed(submit(service, await service.account({ card: null })))
  const after = await read()
  const gained = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  expect(gained('cache_requests_total{cache="measurement",outcome="hit"}')).toBe(1)
  expect(gained('charges_total{outcome="no_card"}')).toBe(1)
  expect(gained('charges_total{outcome="succeeded"}')).toBe(0)
  expect(gained('queue_depth{queue="orders_pending_payment"}')).toBe(1)
  for (const [name, value] of before) {
    if (/_total[{]|_total$|_bucket|_count|_sum/.test(name)) {
      expect([name, (after.get(name) ?? 0) >= value]).toEqual([name, true])
    }
  }
})

test('failed generations are distinguished by their reason', async () => {
  const { accountId } = await service.account()
  for (const kind of ['no_credits', 'no_credits', 'engine_failed'] as const) {
    const id = generationJobIdOf(crypto.randomUUID())
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
    expect(await service.deps.generationJobs.fail(id, null, { failure, now })).toBe(false)
  }
  const found = await read()
  expect(found.get('generation_jobs_total{outcome="error"}')).toBe(3)
  expect(found.get('generation_errors_total{reason="no_credits"}')).toBe(2)
  expect(found.get('generation_errors_total{reason="engine_failed"}')).toBe(1)
  expect(found.get('generation_errors_total{reason="moderation_unavailable"}')).toBe(0)
  expect(found.get('generation_errors_total{reason="result_not_checked"}')).toBe(0)
})

test('tool calls are counted by outcome', async () => {
  const call = (name: string, args: object) =>
    service.fetch('/api/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    })
  await call('list_materials', {})
  await call('estimate_price', { grams: -1 })
  const restore = service.replace({
    farmLoad: {
      timeZone: 'UTC',
      promised: () => ({ hoursBefore: 0, end: () => undefined }),
      read: () => Promise.reject(new Error('for a test')),
    },
  })
  await call('get_lead_time', {})
  restore()
  const found = await read()
  const count = (tool: string, outcome: string) =>
    found.get(`mcp_tool_calls_total{tool="${tool}",outcome="${outcome}"}`)
  expect(count('list_materials', 'ok')).toBe(1)
  expect(count('estimate_price', 'refused')).toBe(1)
  expect(count('get_lead_time', 'error')).toBe(1)
  expect(count('get_lead_time', 'ok')).toBe(0)
  expect(found.get('mcp_tool_duration_seconds_count{tool="list_materials"}')).toBe(1)
})

test('codes and unknown paths do not multiply the routes', () => {
  const paths = ['/', '/api/price', '/orders/:code', '/orders/new', '/orders/:code/pay', '/a/*']
  const routeOf = createRouteOf([...paths, '/orders/:code/file.stl'])
  expect(
    [
      'http://x/',
      'http://x/api/price?a=1',
      'http://x/orders/SVC-ABCDEF',
      'http://x/orders/SVC-ABCDEF/pay',
      'http://x/a/b/c',
      'http://x/orders/a/b/c',
      // The router accepts one trailing slash.
      'http://x/api/price/',
      'http://x/orders/SVC-ABCDEF/',
      'http://x/orders/new/',
      'http://x/api/price//',
      'http://x/orders/a/file.stl',
      'http://x/orders/a/fileXstl',
    ].map(routeOf),
  ).toEqual([
    '/',
    '/api/price',
    '/orders/:code',
    '/orders/:code/pay',
    '/a/*',
    'other',
    '/api/price',
    '/orders/:code',
    '/orders/new',
    'other',
    '/orders/:code/file.stl',
    'other',
  ])
})
