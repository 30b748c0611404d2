// For every route: whether pages of other origins may embed the response, and that no window of another origin keeps a
// handle to ours.
import { expect, test } from 'bun:test'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const named = 'https://client.example'
const stranger = 'https://shop.example'
const service = useService({ env: { MCP_ALLOWED_ORIGINS: named } })

/**
 * Resources that pages of every origin may read (decisions.md 31, contract.md 6.1), and the icon, which agent clients
 * show. All others are same-origin.
 */
const forAll: ReadonlySet<string> = new Set([
  '/api/print/orders',
  '/api/print/orders/:code',
  '/api/print/orders/status',
  '/api/print/orders/:code/invoice',
  '/api/price',
  '/api/printability',
  '/api/generate',
  '/api/generate/start',
  '/api/generate/status',
  '/api/retexture',
  '/api/generations',
  '/api/generations/:id',
  '/models/:id/file',
  '/api/models/:id/change',
  '/api/generations/:id/cancel',
  '/api/drafts/:id',
  '/api/print-upload',
  '/api/print-upload/sign',
  '/api/print-upload/bytes/:token',
  '/api/print-upload/complete',
  '/api/model-import',
  '/api/agent/order',
  '/api/agent/support',
  '/openapi.json',
  '/openapi-3.0.json',
  '/openapi.yaml',
  '/healthz',
  '/server.json',
  '/api/mcp/server-card',
  '/.well-known/ai-catalog.json',
  '/.well-known/api-catalog',
  '/.well-known/mcp/server-card.json',
  '/.well-known/ucp',
  '/assets/icon.svg',
  '/assets/icon.png',
])

async function policiesOf(path: string, init: RequestInit) {
  const { body, headers } = await service.fetch(path, init)
  await body?.cancel()
  return {
    opener: headers.get('cross-origin-opener-policy'),
    resource: headers.get('cross-origin-resource-policy'),
  }
}

const ours = { opener: 'same-origin', resource: 'same-origin' }
const everyones = { opener: 'same-origin', resource: 'cross-origin' }

verifies('http.origin-policies', async () => {
  const { routes } = service.app
  expect(routes.length).toBeGreaterThan(150)
  const unknown = [...forAll].filter((path) => !routes.some((route) => route.path === path))
  expect(unknown).toEqual([])
  const wrong: unknown[] = []
  for (const { method, path } of routes) {
    const address = path.replace('*', 'x').replaceAll(/:\w+/g, '1')
    for (const origin of [null, stranger]) {
      const init = { method: method === 'ALL' ? 'GET' : method, headers: origin ? { origin } : {} }
      const policies = await policiesOf(address, init)
      const expected = forAll.has(path) ? everyones : ours
      if (!Bun.deepEquals(policies, expected)) wrong.push({ method, path, origin, policies })
    }
  }
  expect(wrong).toEqual([])
})

test('a response for one named origin is not marked for all', async () => {
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const init = { method: 'POST', body: list, headers: { origin: named } }
  const response = await service.fetch('/api/mcp', init)
  expect(response.headers.get('access-control-allow-origin')).toBe(named)
  expect(await policiesOf('/api/mcp', init)).toEqual(ours)
})

test.each([
  ['a wrong method', '/orders/SVC-ABC234', { method: 'DELETE' }],
  ['no such path', '/nothing-here', {}],
  ['bytes that are no text', '/orders/%FF', {}],
  ['an address too long', `/quote?model=${'x'.repeat(9000)}`, {}],
] as const)('a refusal of %s', async (_name, path, init) => {
  expect(await policiesOf(path, init)).toEqual(ours)
})

test('the health checks of a worker have the policies of a service', async () => {
  const { healthApp } = service.service
  for (const [path, resource] of [
    ['/healthz', 'cross-origin'],
    ['/readyz', 'same-origin'],
    ['/nothing-here', 'same-origin'],
  ] as const) {
    const { headers } = await healthApp.handle(new Request(`http://localhost${path}`))
    expect([path, headers.get('cross-origin-resource-policy')]).toEqual([path, resource])
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})
