// The order in which requests begin: known callers immediately, unknown callers one per round of the event loop, with
// addresses taking turns.
import { describe, expect, test } from 'bun:test'
import type { AccountCaller } from '../../../server/domain/base/caller.ts'
import { createAdmission } from '../../../server/http/middleware/admission.ts'
import { openTestService } from '../../../testing/service/service.ts'

const caller = { accountId: 'account' } as unknown as AccountCaller
const from = (headers: Record<string, string> = {}) => new Request('http://localhost/', { headers })
const withKey = (key: string) => from({ authorization: `Bearer ${key}` })
const round = () => new Promise((resolve) => setImmediate(resolve))

function open() {
  let time = 0
  const admission = createAdmission(() => time)
  const begun: string[] = []
  const refused: string[] = []
  const send = (name: string, address: string, request = from()) => {
    const turn = admission.admit(request, () => address)
    if (turn === null) {
      begun.push(name)
    } else {
      void turn.then((isBegun) => (isBegun ? begun : refused).push(name))
    }
  }
  const signIn = (request: Request, valid: AccountCaller | null = caller) =>
    admission.noting(async () => valid)(request, ['api_key'])
  return { begun, refused, send, signIn, pass: (ms: number) => (time += ms) }
}

describe('unknown callers', () => {
  test('begin one request per round', async () => {
    const { begun, send } = open()
    for (const name of ['a', 'b', 'c']) send(name, '192.0.2.1')
    expect(begun).toEqual(['a'])
    await round()
    expect(begun).toEqual(['a', 'b'])
    await round()
    expect(begun).toEqual(['a', 'b', 'c'])
    await round()
    // No request waits any more: the next one begins immediately.
    send('d', '192.0.2.1')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  test('take turns by address', async () => {
    const { begun, send } = open()
    for (const name of ['a1', 'a2', 'a3', 'a4']) send(name, '192.0.2.1')
    for (const name of ['b1', 'b2']) send(name, '192.0.2.2')
    for (let i = 0; i < 6; i++) await round()
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
  })

  test('are refused while a thousand wait, and admitted again afterwards', async () => {
    const { begun, refused, send } = open()
    for (let i = 0; i <= 1_000; i++) send(`${i}`, `192.0.2.${i % 200}`)
    expect(begun).toEqual(['0'])
    // Each address has five waiting requests: another request would be the sixth.
    send('too many', '192.0.2.7')
    await round()
    expect(refused).toEqual(['too many'])
    send('later', '192.0.2.7')
    for (let i = 0; i < 1_002; i++) await round()
    expect(refused).toEqual(['too many'])
    expect(begun).toContain('later')
    expect(begun).toHaveLength(1_002)
  })

  test('are not blocked by one address, whose newest request is dropped', async () => {
    const { begun, refused, send } = open()
    for (let i = 0; i <= 1_000; i++) send(`${i}`, '192.0.2.1')
    send('other', '198.51.100.1')
    send('more', '192.0.2.1')
    await round()
    await round()
    expect(refused).toEqual(['1000', 'more'])
    expect(begun).toEqual(['0', '1', 'other'])
  })
})

describe('a caller with a previously valid credential', () => {
  test.each([
    ['API key', withKey('key')],
    ['API key in its other header', from({ 'x-api-key': 'key' })],
    ['session', from({ cookie: 'session=1' })],
  ])('goes ahead of unknown callers: %s', async (_, request) => {
    const { begun, send, signIn } = open()
    await signIn(request)
    for (const name of ['a', 'b']) send(name, '192.0.2.1')
    send('known', '192.0.2.1', request)
    expect(begun).toEqual(['a', 'known'])
  })

  test('is an unknown caller again after ten minutes', async () => {
    const { begun, send, signIn, pass } = open()
    await signIn(withKey('key'))
    pass(600_000)
    for (const name of ['a', 'b']) send(name, '192.0.2.1')
    send('known', '192.0.2.2', withKey('key'))
    expect(begun).toEqual(['a'])
  })
})

test('waits with the unknown callers when it sends an invalid or a different credential', async () => {
  const { begun, send, signIn } = open()
  await signIn(withKey('invalid'), null)
  await signIn(withKey('valid'))
  send('a', '192.0.2.1')
  send('invalid', '192.0.2.2', withKey('invalid'))
  send('other', '192.0.2.3', withKey('other'))
  expect(begun).toEqual(['a'])
})

test('the service refuses further unknown callers with a sentence, and still answers probes and customers', async () => {
  const service = await openTestService()
  try {
    const account = await service.account()
    const call = async (path: string, init: RequestInit = {}) =>
      service.app.handle(new Request(`${service.baseUrl}${path}`, init))
    const ofAccount = { headers: { authorization: `Bearer ${account.apiKey}` } }
    const order = '/api/print/orders/SVC-ZZZZZZ'
    expect((await call(order, ofAccount)).status).toBe(404)
    const responses: Promise<Response>[] = []
    for (let i = 0; i <= 1_000; i++) responses.push(call('/no-such-page'))
    const [health, known, refused] = await Promise.all([
      call('/healthz'),
      call(order, ofAccount),
      call('/api/orders'),
    ])
    expect([health.status, known.status]).toEqual([200, 404])
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refused.json()).toEqual({
      error: 'The service has too many requests to answer. Try again in a few seconds.',
    })
    const statuses = (await Promise.all(responses)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([404]))
  } finally {
    await service.close()
  }
})
