// Following orders with an API key: a read that waits for a change, and the states of many orders in one request
// (decisions.md 57).
import { expect, test } from 'bun:test'
import { revokeApiKey } from '../../../server/domain/accounts/api-key.ts'
import { callerOf } from '../../../testing/agent/stand-ins.ts'
import { statusChange } from '../../../testing/people/status-change.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { jsonPost } from '../../../testing/service/requests.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

async function setStatus(code: string, body: object): Promise<void> {
  const cookie = await service.signIn(OPERATOR_EMAIL)
  const change = await statusChange(service.deps, code, body)
  const path = `/api/operator/orders/${code}/status`
  const changed = await service.fetch(path, jsonPost(change, { cookie }))
  expect(changed.status).toBe(200)
}

verifies('orders.wait', async () => {
  const account = await service.account()
  const { code } = await placed(submit(service, account))
  const read = (query: string, headers: Record<string, string> = {}) =>
    service.fetch(`/api/print/orders/${code}${query}`, {
      headers: { ...account.headers, ...headers },
    })
  const first = await read('')
  const etag = first.headers.get('etag') ?? ''
  const waiting = read('?wait=30', { 'if-none-match': etag })
  // A note raises the version without a change that a caller waits for.
  const cookie = await service.signIn(OPERATOR_EMAIL)
  await service.fetch(
    `/api/operator/orders/${code}/notes`,
    jsonPost({ text: 'Looks fine.' }, { cookie }),
  )
  await setStatus(code, { status: 'ACCEPTED' })
  const changed = await waiting
  expect([changed.status, await changed.json()]).toMatchObject([200, { status: 'ACCEPTED' }])

  const shipping = read('?wait=30')
  await setStatus(code, { status: 'SHIPPED', tracking: { carrier: 'USPS', number: '9400' } })
  expect(await (await shipping).json()).toMatchObject({
    status: 'SHIPPED',
    tracking: { number: '9400' },
  })

  const known = (await read('')).headers.get('etag') ?? ''
  expect((await read('?wait=1', { 'if-none-match': known })).status).toBe(304)
  expect((await read('?wait=30', { 'if-none-match': etag })).status).toBe(200)
  expect((await read('?wait=0')).status).toBe(200)
})

test('a key that is revoked during the wait gets no order', async () => {
  const account = await service.account()
  const { code } = await placed(submit(service, account))
  const waiting = service.fetch(`/api/print/orders/${code}?wait=30`, { headers: account.headers })
  await revokeApiKey(service.deps, callerOf(account))
  await setStatus(code, { status: 'ACCEPTED' })
  expect((await waiting).status).toBe(401)
})

test('a wait other than a number of seconds up to 30 is refused, before the order is read', async () => {
  const account = await service.account()
  for (const wait of ['31', '-1', '1.5', '', 'soon', '100']) {
    const refused = await service.fetch(`/api/print/orders/SVC-2B4C6D?wait=${wait}`, {
      headers: account.headers,
    })
    expect([wait, refused.status, await refused.json()]).toEqual([
      wait,
      400,
      { error: 'wait must be a whole number of seconds from 0 to 30.' },
    ])
  }
  const unknown = await service.fetch('/api/print/orders/SVC-2B4C6D?wait=30', {
    headers: account.headers,
  })
  expect(unknown.status).toBe(404)
})

verifies('orders.states', async () => {
  const [account, other] = [await service.account(), await service.account()]
  const one = await placed(submit(service, account))
  const two = await placed(submit(service, account))
  const foreign = await placed(submit(service, other))
  await setStatus(two.code, { status: 'ACCEPTED' })
  const read = async (codes: unknown) => {
    const response = await service.fetch(
      '/api/print/orders/status',
      jsonPost({ codes }, account.headers),
    )
    return [response.status, await response.json()]
  }
  const nobodys = 'SVC-2B4C6D'
  const asked = [
    two.code,
    one.code,
    foreign.code,
    two.code,
    nobodys,
    'no code at all',
    'WEB-2B4C6D',
  ]
  expect(await read(asked)).toEqual([
    200,
    {
      orders: [
        {
          code: two.code,
          reference: null,
          status: 'ACCEPTED',
          statusLabel: expect.any(String),
          paid: true,
          charge: 'charged',
          refunded: 0,
          tracking: null,
          updatedAt: expect.any(String),
        },
        expect.objectContaining({ code: one.code, status: 'RECEIVED' }),
      ],
      unknown: [foreign.code, nobodys, 'no code at all', 'WEB-2B4C6D'],
    },
  ])
  const rule = { error: 'codes: must be a list of 1 to 100 order codes' }
  const many = (count: number) => Array.from({ length: count }, (_, at) => `SVC-${at}`)
  for (const codes of [[], 'SVC-2B4C6D', many(101)]) {
    expect(await read(codes)).toEqual([400, rule])
  }
  expect(await read(undefined)).toEqual([400, { error: 'codes: is required' }])
  expect(await read(many(100))).toMatchObject([200, { orders: [] }])
})
