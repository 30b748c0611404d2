// ETag and If-None-Match on reads of orders and jobs, and the id of every request.

import { expect, test } from 'bun:test'
import { statusChange } from '../../../testing/people/status-change.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

verifies('http.conditional', async () => {
  const account = await service.account()
  const { code } = await placed(submit(service, account))
  const operator = { cookie: await service.signIn(OPERATOR_EMAIL) }
  const reads = [
    [`/api/print/orders/${code}`, account.headers],
    [`/api/operator/orders/${code}`, operator],
  ] as const
  for (const [path, headers] of reads) {
    const read = (knownEtag: string) =>
      service.fetch(path, { headers: { ...headers, 'if-none-match': knownEtag } })
    const first = await service.fetch(path, { headers })
    const etag = first.headers.get('etag') ?? ''
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{16}"$/)])
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await read(sent)
      expect([sent, again.status, await again.text()]).toEqual([sent, 304, ''])
      expect(again.headers.get('etag')).toBe(etag)
    }
    expect((await read('"other"')).status).toBe(200)
    const change = jsonPost({ text: 'Looks fine.' }, operator)
    await service.fetch(`/api/operator/orders/${code}/notes`, change)
    await service.fetch(`/api/operator/orders/${code}/status`, {
      ...jsonPost(
        await statusChange(service.deps, code, {
          status: path.includes('operator') ? 'PRINTING' : 'ACCEPTED',
        }),
        operator,
      ),
    })
    const changed = await read(etag)
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
  }
})

test('an entity tag gives no access to another account', async () => {
  const [owner, other] = [await service.account(), await service.account()]
  const { code } = await placed(submit(service, owner))
  const read = (headers: Record<string, string>) =>
    service.fetch(`/api/print/orders/${code}`, { headers: { ...headers, 'if-none-match': '*' } })
  expect((await read(owner.headers)).status).toBe(304)
  expect((await read(other.headers)).status).toBe(404)
  expect((await read({})).status).toBe(401)
})

verifies('http.request-id', async () => {
  const price = (body: string) => ({ method: 'POST', body })
  const requests: readonly (readonly [string, RequestInit?])[] = [
    ['/api/print/orders', { method: 'POST' }],
    ['/api/print/orders/SVC-ABC234', {}],
    ['/api/price', price('{')],
    ['/api/nothing', {}],
    ['/api/price', { method: 'DELETE' }],
    ['/api/price', { method: 'OPTIONS' }],
    ['/openapi.json', {}],
    ['/docs', {}],
    ['/api/mcp', jsonPost({ jsonrpc: '2.0', id: 1, method: 'ping' })],
    ['/api/auth/get-session', {}],
  ]
  const ids = new Set<string>()
  for (const [path, init] of requests) {
    const id = (await service.fetch(path, init)).headers.get('x-request-id') ?? ''
    expect([path, id]).toEqual([path, expect.stringMatching(/^[A-Za-z0-9._-]{8,64}$/)])
    ids.add(id)
    const own = { ...init, headers: { ...init?.headers, 'x-request-id': 'shop.order-12345' } }
    const kept = (await service.fetch(path, own)).headers.get('x-request-id')
    expect([path, kept]).toEqual([path, 'shop.order-12345'])
    const bad = { ...init, headers: { ...init?.headers, 'x-request-id': 'a b"c' } }
    expect((await service.fetch(path, bad)).headers.get('x-request-id')).not.toBe('a b"c')
  }
  expect(ids.size).toBe(requests.length)
})
