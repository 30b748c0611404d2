// CORS: the endpoints that pages of other origins may call, and those that they may not.
import { expect, test } from 'bun:test'
import { placed, submit } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const origin = 'https://shop.example'

/**
 * Open endpoints by decisions.md 31 and contract.md 6.1: those that accept an API key or an extension token, and
 * those without credentials.
 */
const open = [
  ['POST', '/api/print/orders'],
  ['GET', '/api/print/orders/SVC-ABC234'],
  ['POST', '/api/price'],
  ['POST', '/api/printability'],
  ['POST', '/api/generate'],
  ['POST', '/api/generate/start'],
  ['GET', '/api/generate/status'],
  ['POST', '/api/print-upload'],
  ['POST', '/api/print-upload/sign'],
  ['PUT', '/api/print-upload/bytes/none'],
  ['POST', '/api/print-upload/complete'],
  ['POST', '/api/model-import'],
  ['POST', '/api/agent/order'],
  ['POST', '/api/agent/support'],
  ['GET', '/openapi.json'],
  ['GET', '/openapi-3.0.json'],
  ['GET', '/openapi.yaml'],
] as const

const closed = [
  ['GET', '/api/account/api-key'],
  ['POST', '/api/account/api-key'],
  ['POST', '/api/account/card'],
  ['PUT', '/api/account/spending-limits'],
  ['POST', '/api/auth/sign-in/email'],
  ['GET', '/api/auth/get-session'],
  ['POST', '/api/slice-quote'],
  ['GET', '/api/model-proxy'],
  ['POST', '/api/checkout'],
  ['POST', '/api/support'],
  ['POST', '/api/operator/orders/SVC-ABC234/refund'],
  ['POST', '/api/farm/jobs/claim'],
  ['POST', '/api/billing/webhook'],
  ['GET', '/metrics'],
  ['GET', '/account'],
  ['GET', '/orders/SVC-ABC234'],
  ['GET', '/api/nothing'],
] as const

const preflight = (method: string, path: string) =>
  service.fetch(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization, idempotency-key',
    },
  })
const opened = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-')).toSorted()

verifies('http.cross-origin', async () => {
  for (const [method, path] of open) {
    const asked = await preflight(method, path)
    expect([path, asked.status]).toEqual([path, 204])
    const { headers } = asked
    expect([path, headers.get('access-control-allow-origin')]).toEqual([path, '*'])
    expect(headers.get('access-control-allow-methods')?.split(', ')).toContain(method)
    const words = headers.get('access-control-allow-headers')?.split(', ')
    expect(words).toEqual(expect.arrayContaining(['authorization', 'x-api-key', 'idempotency-key']))
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0)
    expect(headers.has('access-control-allow-credentials')).toBe(false)
    const response = await service.fetch(path, { method, headers: { origin } })
    expect([path, response.headers.get('access-control-allow-origin')]).toEqual([path, '*'])
    expect(response.headers.has('access-control-allow-credentials')).toBe(false)
  }
  for (const [method, path] of closed) {
    expect([path, opened(await preflight(method, path))]).toEqual([path, []])
    const response = await service.fetch(path, { method, headers: { origin } })
    expect([path, opened(response)]).toEqual([path, []])
  }
})

test('a method is not allowed just because another one of the path is', async () => {
  const asked = await preflight('DELETE', '/api/print/orders')
  expect([asked.status, asked.headers.has('access-control-allow-methods')]).toEqual([204, false])
})

test('another origin can order and read with a key, and sees the relevant headers', async () => {
  const account = await service.account()
  const { code } = await placed(submit(service, account, { headers: { origin } }))
  const read = await service.fetch(`/api/print/orders/${code}`, {
    headers: { ...account.headers, origin },
  })
  expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  const shown = read.headers.get('access-control-expose-headers')?.split(', ') ?? []
  for (const name of ['etag', 'x-request-id', 'retry-after', 'ratelimit', 'idempotent-replayed']) {
    expect(shown).toContain(name)
  }
})

test('a session is ignored in a request of another origin', async () => {
  const cookie = await service.signIn('visitor@example.com')
  const asked = await service.fetch(
    '/api/agent/support',
    jsonPost({ messages: [{ role: 'user', content: 'What is PETG?' }] }, { cookie, origin }),
  )
  expect(asked.status).toBe(401)
})
