// The methods of each path: 405 and OPTIONS name them, and HEAD works wherever GET does.
import { describe, expect, test } from 'bun:test'
import { createMethodsOf } from '../../../server/http/middleware/methods.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  service.fetch(path, { method, headers })

/** Paths of every kind, with the methods of the contract. */
const paths: readonly (readonly [path: string, served: readonly string[]])[] = [
  ['/api/print/orders', ['POST']],
  ['/api/print/orders/SVC-ABC234', ['GET', 'HEAD']],
  ['/api/account/api-key', ['DELETE', 'GET', 'HEAD', 'POST']],
  ['/api/account/extension-tokens', ['GET', 'HEAD', 'POST']],
  ['/api/account/extension-tokens/some-id', ['DELETE']],
  ['/api/price', ['POST']],
  ['/api/slice-quote', ['POST']],
  ['/api/generate', ['POST']],
  ['/api/generate/start', ['POST']],
  ['/api/generate/status', ['GET', 'HEAD']],
  ['/api/generate/active', ['GET', 'HEAD']],
  ['/api/model-proxy', ['GET', 'HEAD']],
  ['/api/billing/webhook', ['POST']],
  ['/api/auth/sign-in/email', ['POST']],
  ['/api/auth/get-session', ['GET', 'HEAD']],
  ['/healthz', ['GET', 'HEAD']],
  ['/openapi.json', ['GET', 'HEAD']],
  ['/docs', ['GET', 'HEAD']],
  ['/', ['GET', 'HEAD']],
  ['/assets/style.css', ['GET', 'HEAD']],
  ['/orders/SVC-ABC234/pay', ['GET', 'HEAD', 'POST']],
  ['/operator/orders/SVC-ABC234', ['GET', 'HEAD', 'POST']],
  ['/account/sign-in', ['GET', 'HEAD', 'POST']],
]
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

verifies('http.method-not-allowed', async () => {
  for (const [path, served] of paths) {
    for (const method of methods.filter((one) => !served.includes(one))) {
      const response = await send(method, path, { accept: 'text/html' })
      const allow = [...served, 'OPTIONS'].toSorted().join(', ')
      const what = { path, method, status: response.status, allow: response.headers.get('allow') }
      expect(what).toEqual({ path, method, status: 405, allow })
      expect(await response.json()).toEqual({
        error: `Method not allowed. This path serves ${served.join(', ')}.`,
      })
    }
  }
})

verifies('http.options', async () => {
  for (const [path, served] of [...paths, ['/api/mcp', ['POST']] as const]) {
    const response = await send('OPTIONS', path)
    const allow = [...served, 'OPTIONS'].toSorted().join(', ')
    const what = { path, status: response.status, allow: response.headers.get('allow') }
    expect(what).toEqual({ path, status: 204, allow })
    expect(await response.text()).toBe('')
  }
})

verifies('http.head', async () => {
  const account = await service.account()
  const { code } = await placed(submit(service, account))
  const known = [
    `/api/print/orders/${code}`,
    `/orders/${code}`,
    '/healthz',
    '/openapi.json',
    '/docs',
    '/',
    '/assets/style.css',
    '/api/print/orders/SVC-ABC234',
    '/api/generate/active',
  ]
  for (const path of known) {
    const get = await send('GET', path, account.headers)
    const head = await send('HEAD', path, account.headers)
    expect([path, head.status]).toEqual([path, get.status])
    expect(await head.text()).toBe('')
    const length = String((await get.bytes()).byteLength)
    expect([path, head.headers.get('content-length')]).toEqual([path, length])
    for (const name of ['content-type', 'cache-control', 'etag', 'x-content-type-options']) {
      expect([path, name, head.headers.get(name)]).toEqual([path, name, get.headers.get(name)])
    }
  }
  for (const path of ['/api/price', '/api/print/orders', '/api/mcp']) {
    expect([path, (await send('HEAD', path)).status]).toEqual([path, 405])
  }
})

test('an unmounted path stays 404, whatever the method', async () => {
  for (const path of ['/api/nothing', '/api/print', '/nothing', '/api/auth/nothing', '/api/%ZZ']) {
    for (const method of [...methods, 'OPTIONS', 'HEAD']) {
      expect([path, method, (await send(method, path)).status]).toEqual([path, method, 404])
    }
  }
})

test('GET and DELETE of the agent endpoint keep the JSON-RPC fault of the contract', async () => {
  for (const method of ['GET', 'DELETE']) {
    const response = await send(method, '/api/mcp')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await response.json()).toMatchObject({ error: { code: -32600 } })
  }
})

describe('a host of any length reaches its routes', () => {
  for (const host of ['a', 'web', 'svc:1', 'ab.c', '127.0.0.1:3000', '[::1]', 'farm.example']) {
    for (const scheme of ['http', 'https']) {
      test(`${scheme}://${host}`, async () => {
        const base = `${scheme}://${host}`
        const sendToHost = async (path: string, init?: RequestInit) =>
          service.app.handle(new Request(`${base}${path}`, init))
        expect((await sendToHost('/healthz')).status).toBe(200)
        expect((await sendToHost('/api/mcp')).status).toBe(405)
        expect((await sendToHost('/nothing')).status).toBe(404)
        const body = JSON.stringify({ bboxMm: { x: 20, y: 20, z: 20 } })
        const priced = await sendToHost('/api/price?x=/y', { method: 'POST', body })
        expect(priced.status).toBe(200)
      })
    }
  }
})

describe('createMethodsOf', () => {
  const methodsOf = createMethodsOf([
    { method: 'GET', path: '/a/:id' },
    { method: 'POST', path: '/a/:id' },
    { method: 'POST', path: '/a/fixed' },
    { method: 'GET', path: '/b/*' },
    { method: 'GET', path: '/c.json' },
  ])
  test.each([
    ['/a/1', ['GET', 'POST']],
    ['/a/1/', ['GET', 'POST']],
    ['/a/fixed', ['GET', 'POST', 'POST']],
    ['/a', null],
    ['/a/1/2', null],
    ['/b/1/2', ['GET']],
    ['/c.json', ['GET']],
    ['/cxjson', null],
  ] as const)('%s', (path, expected) => {
    expect(methodsOf(path)).toEqual(expected === null ? null : [...expected])
  })
})
