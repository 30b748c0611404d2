// Retries on a scripted network: which calls are repeated, after which response, after what delay, and how they end.
import { describe, expect, test } from 'bun:test'
import {
  createClient,
  NetworkError,
  OutcomeUnknownError,
  RefusalError,
  SvcError,
  TimeoutError,
} from '../../../client/typescript/src/index.ts'
import type { OrderInput, Retry } from '../../../client/typescript/src/types.ts'
import type { Versions } from '../../../client/typescript/src/version.ts'
import { serviceVersion } from '../../../server/domain/base/version.ts'
import { verifies } from '../../helpers/verifies.ts'
import {
  API_KEY,
  connectionRefused,
  connectionReset,
  EXTENSION_TOKEN,
  failedFetch,
  type Step,
  scriptedClient,
} from '../scripted-client.ts'

const order: OrderInput = {
  file: new Uint8Array([1, 2, 3]),
  fileName: 'part.stl',
  material: 'petg',
  recipientName: 'Ada Example',
  street1: '1 Main Street',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
}
const placed: Step = { status: 201, body: { code: 'SVC-7KQ2ZM', paid: true } }
const lost: Step = { throws: connectionReset() }
const refused: Step = { throws: connectionRefused() }
const refusal = (status: number, headers: Record<string, string> = {}): Step => ({
  status,
  headers,
  body: { error: `Refused with ${status}.` },
})
/** The database is lost in the middle of an order (server/http/responses/outage.ts), and before anything was done. */
const databaseLost: Step = {
  status: 503,
  headers: { 'x-error-code': 'order_in_doubt' },
  body: { error: 'The service lost its database while it worked on this order.' },
}
const nothingDone: Step = {
  status: 503,
  headers: { 'x-error-code': 'measuring_unavailable' },
  body: { error: 'Nothing was charged; try again shortly.' },
}
const proxyPage = (status: number): Step => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: 'Nothing was found',
})

test('onRetry is told each pause and its reason, and its errors change nothing', async () => {
  const retries: Retry[] = []
  const { client } = scriptedClient([refusal(429, { 'retry-after': '2' }), lost, placed], {
    onRetry: (retry) => {
      retries.push(retry)
      throw new Error('A bug of the caller.')
    },
  })
  await client.submitOrder(order)
  // Retry-After plus the longest random pause of the first retry, then that of the second (250 ms, 500 ms).
  expect(retries).toEqual([
    { method: 'POST', path: '/api/print/orders', status: 429, pauseMs: 2_250 },
    { method: 'POST', path: '/api/print/orders', status: null, pauseMs: 500 },
  ])
})

test('a service of another version is reported once, and errors of the callback change nothing', async () => {
  const versions: Versions[] = []
  const read = (version: string): Step => ({
    status: 200,
    headers: { 'x-service-version': version },
    body: { status: 'RECEIVED' },
  })
  const steps = [read(serviceVersion), read('next'), read('9.0.0'), read('9.0.0')]
  const { client, sent } = scriptedClient(steps, {
    onOtherVersion: (other) => {
      versions.push(other)
      throw new Error('A bug of the caller.')
    },
  })
  for (const _ of steps) {
    expect(await client.getOrder('SVC-7KQ2ZM')).toMatchObject({ status: 'RECEIVED' })
  }
  expect(versions).toEqual([{ client: serviceVersion, service: '9.0.0' }])
  expect(sent[0]?.headers.get('user-agent')).toBe(`svc-client-typescript/${serviceVersion}`)
})

test('getOrder sends wait in the query, and no query without it', async () => {
  const { client, sent } = scriptedClient([{ status: 200 }, { status: 200 }])
  await client.getOrder('SVC-7KQ2ZM', { wait: 30 })
  await client.getOrder('SVC-7KQ2ZM')
  expect(sent.map(({ url }) => url)).toEqual([
    'https://print.example.com/api/print/orders/SVC-7KQ2ZM?wait=30',
    'https://print.example.com/api/print/orders/SVC-7KQ2ZM',
  ])
})

describe('a submit', () => {
  verifies(
    'client.ts.one-key',
    'has the same key and the same bytes when it is repeated',
    async () => {
      const { client, sent } = scriptedClient([lost, refusal(429, { 'retry-after': '2' }), placed])
      const { code, idempotencyKey } = await client.submitOrder(order)
      expect(code).toBe('SVC-7KQ2ZM')
      expect(idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
      expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(
        Array(3).fill(idempotencyKey),
      )
      expect(new Set(sent.map(({ text }) => text)).size).toBe(1)
      expect(sent[0]?.text).toContain('name="material"\r\n\r\npetg\r\n')
      expect(sent[0]?.text).toContain('filename="part.stl"')
      expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${API_KEY}`)
      expect(sent[0]?.url).toBe('https://print.example.com/api/print/orders')
    },
  )

  verifies('client.ts.one-key', 'of another call has another key', async () => {
    const { client, sent } = scriptedClient([placed, placed])
    await client.submitOrder(order)
    await client.submitOrder(order)
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
  })

  test.each([
    ['/api/models/{id}/change', 'models/one/change'],
    ['/api/images/edit', 'images/edit'],
  ] as const)('shares its rule with every other POST that takes a key: %s', async (_, path) => {
    const { client, sent } = scriptedClient([lost, lost], { retries: 1 })
    const body = JSON.stringify({})
    const posted = client.api.POST(`/api/${path}` as '/api/retexture', {
      body: { generationId: '', prompt: '' },
      bodySerializer: () => body,
    })
    const error = await posted.catch((thrown) => thrown)
    expect(error.idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
    expect(error.message).toContain('it returns what was made if there is one')
    expect(sent).toHaveLength(2)
  })

  test.each(['refund', 'messages'])(
    'to %s of an order is identified by its content: no key is made, and a key of the caller is sent',
    async (name) => {
      const { client, sent } = scriptedClient([lost, refusal(500), lost, lost], { retries: 2 })
      const path = `/api/operator/orders/SVC-7KQ2ZM/${name}` as '/api/retexture'
      const body = { generationId: '', prompt: '' }
      const error = await client.api.POST(path, { body }).catch((thrown) => thrown)
      expect(error).toBeInstanceOf(OutcomeUnknownError)
      expect(error.idempotencyKey).toBeUndefined()
      expect(error.message).toContain('Make the same call again')
      expect(sent).toHaveLength(3)
      const headers = { 'idempotency-key': 'refund 7' }
      const keyed = await client.api.POST(path, { body, headers }).catch((thrown) => thrown)
      expect(keyed.idempotencyKey).toBe('refund 7')
      expect(sent.map((request) => request.headers.get('idempotency-key'))).toEqual([
        ...Array(3).fill(null),
        ...Array(sent.length - 3).fill('refund 7'),
      ])
    },
  )

  test('through `api` also gets a key', async () => {
    const { client, sent } = scriptedClient([lost, placed])
    const { recipientName, street1, city, state, zip } = order
    const body = { recipientName, street1, city, state, zip, modelUrl: 'gs://models/part.stl' }
    const { data } = await client.api.POST('/api/print/orders', { body })
    expect(data).toMatchObject({ code: 'SVC-7KQ2ZM' })
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0] ?? '')
  })

  test.each<[string, Step[]]>([
    ['a lost connection', [lost]],
    ['a refused connection', [refused]],
    ['429', [refusal(429)]],
    ['503', [refusal(503)]],
    ['408', [refusal(408)]],
    ['500', [refusal(500)]],
    ['502', [refusal(502)]],
    ['503 of a proxy', [proxyPage(503)]],
    ['504 of a proxy', [proxyPage(504)]],
    ['409 while the first still runs', [lost, refusal(409, { 'retry-after': '5' })]],
    ['half a response', [{ ...placed, firstBytes: 12 }]],
  ])('is repeated after %s', async (_, steps) => {
    const { client, sent } = scriptedClient([...steps, placed])
    expect((await client.submitOrder(order)).code).toBe('SVC-7KQ2ZM')
    expect(sent).toHaveLength(steps.length + 1)
  })

  test.each([400, 401, 402, 403, 404, 409, 413, 415, 422])(
    'is not repeated after %i',
    async (status) => {
      const { client, sent } = scriptedClient([refusal(status)])
      const error = await client.submitOrder(order).catch((thrown) => thrown)
      expect(error).toBeInstanceOf(RefusalError)
      expect([error.status, error.message]).toEqual([status, `Refused with ${status}.`])
      expect(sent).toHaveLength(1)
    },
  )

  test.each<[string, Step[]]>([
    ['every response was lost', [lost, lost, lost]],
    ['the last response was a 500', [refused, refused, refusal(500)]],
    ['a proxy lost it', [proxyPage(502), proxyPage(502), proxyPage(504)]],
    ['a proxy says that it is busy', Array(3).fill(proxyPage(503))],
    ['the service lost its database', Array(3).fill(databaseLost)],
    ['the service lost its database and went away', [databaseLost, refused, refused]],
    ['the first still runs', Array(3).fill(refusal(409, { 'retry-after': '1' }))],
    ['the key was revoked after a lost response', [lost, refusal(401)]],
    ['the service went away after a lost response', [lost, refused, refused]],
    ['the limit was reached after a lost response', [lost, refusal(429), refusal(429)]],
  ])('with an unknown outcome says what to do: %s', async (_, steps) => {
    const { client } = scriptedClient(steps, { retries: 2 })
    const call = client.submitOrder(order, { idempotencyKey: 'order 17' })
    const error = await call.catch((thrown) => thrown)
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error.idempotencyKey).toBe('order 17')
    expect(error.message).toContain("again with idempotencyKey 'order 17' within 24 hours")
  })

  test.each<[string, Step[], typeof RefusalError | typeof NetworkError]>([
    ['a definite refusal after a lost response', [lost, refusal(402)], RefusalError],
    ['refused unread three times', Array(3).fill(nothingDone), RefusalError],
    ['nothing was stored', Array(3).fill(refusal(502)), RefusalError],
    ['never connected', [refused, refused, refused], NetworkError],
  ])('that certainly ordered nothing is not reported as unknown: %s', async (_, steps, kind) => {
    const { client } = scriptedClient(steps, { retries: 2 })
    expect(await client.submitOrder(order).catch((thrown) => thrown)).toBeInstanceOf(kind)
  })

  test('is not redirected by a proxy', async () => {
    const moved: Step = { status: 301, headers: { location: 'https://other.example.com/' } }
    const { client, sent } = scriptedClient([moved])
    const error = await client.submitOrder(order).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(RefusalError)
    expect(error.message).toContain('https://other.example.com/')
    expect([sent.length, sent[0]?.redirect]).toEqual([1, 'manual'])
  })
})

describe('a dry run', () => {
  test('with lost responses is repeated without a key, and no advice says to place the order again', async () => {
    const { client, sent } = scriptedClient([lost, refusal(502), lost], { retries: 2 })
    const error = await client.dryRunOrder(order).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).not.toBeInstanceOf(OutcomeUnknownError)
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, null, null])
  })

  test('that the service treated as a submit is an error that names the order', async () => {
    const { client } = scriptedClient([placed])
    const error = await client.dryRunOrder(order).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(SvcError)
    expect(error.message).toContain('placed order SVC-7KQ2ZM, which is paid')
  })
})

describe('a generation', () => {
  const start = { prompt: 'a teapot', mode: 'hi_fi' } as const
  const queued: Step = { status: 200, body: { jobId: 'one', status: 'queued' } }
  const keysOf = (sent: ReturnType<typeof scriptedClient>['sent']) =>
    sent.map(({ headers }) => headers.get('idempotency-key'))

  test.each<[string, Step]>([
    ['a lost response', lost],
    ['500', refusal(500)],
    ['503 of a proxy', proxyPage(503)],
    ['503 of a service that may have acted', databaseLost],
    ['409 while the first still runs', refusal(409, { 'retry-after': '2' })],
    [
      'an established connection that became unreachable',
      { throws: failedFetch('EHOSTUNREACH', 'read') },
    ],
  ])('is sent again under its key after %s', async (_, step) => {
    const { client, sent } = scriptedClient([step, queued])
    const { jobId, idempotencyKey, replayed } = await client.generate(start)
    expect([jobId, replayed]).toEqual(['one', false])
    expect(idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
    expect(keysOf(sent)).toEqual([idempotencyKey, idempotencyKey])
    expect(sent[0]?.headers.get('authorization')).toBe(`Bearer ${EXTENSION_TOKEN}`)
  })

  test('of another call has another key, and a key of the caller is used', async () => {
    const replayed: Step = { ...queued, headers: { 'idempotent-replayed': 'true' } }
    const { client, sent } = scriptedClient([queued, queued, replayed])
    await client.generate(start)
    await client.generate(start)
    const again = await client.generate(start, { idempotencyKey: 'vase 7' })
    expect(again).toMatchObject({ idempotencyKey: 'vase 7', replayed: true })
    expect([new Set(keysOf(sent)).size, keysOf(sent)[2]]).toEqual([3, 'vase 7'])
  })

  test('with an unknown outcome says what to do', async () => {
    const { client } = scriptedClient(Array(3).fill(lost), { retries: 2 })
    const call = client.generate(start, { idempotencyKey: 'vase 7' })
    const error = await call.catch((thrown) => thrown)
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error.idempotencyKey).toBe('vase 7')
    expect(error.message).toContain(
      "again with idempotencyKey 'vase 7' within 24 hours: it returns the generation if there is one, and starts it if not.",
    )
  })

  test('is started again when it was refused unread or could not be sent', async () => {
    const { client, sent } = scriptedClient([refused, refusal(429), nothingDone, queued])
    expect((await client.generate(start)).jobId).toBe('one')
    expect(sent.map(({ text }) => JSON.parse(text))).toEqual(Array(4).fill(start))
  })

  test.each(['engine_failed', 'generation_interrupted', 'image_not_stored'])(
    'that ended with %s is not started again',
    async (code) => {
      const failed: Step = {
        status: 502,
        headers: { 'x-error-code': code },
        body: { error: 'The engine could not make it.' },
      }
      const { client, sent } = scriptedClient([lost, failed])
      const error = await client.retexture({ generationId: 'one', prompt: 'moss' }).catch((e) => e)
      expect(error).toBeInstanceOf(RefusalError)
      expect(sent).toHaveLength(2)
    },
  )

  test('takes its size as a separate option, with words and with a picture', async () => {
    const { client, sent } = scriptedClient([queued, queued])
    await client.generate({ ...start, sizeMm: 120, advanced: { seed: 7, sizeMm: 80 } })
    expect(JSON.parse(sent[0]?.text ?? '')).toEqual({
      ...start,
      advanced: { seed: 7, sizeMm: 120 },
    })
    const image = new Blob(['picture'], { type: 'image/png' })
    await client.generate({ image, sizeMm: 120, advanced: { sizeMm: 80 } })
    expect(sent[1]?.text.match(/name="sizeMm"\r\n\r\n(\d+)\r\n/g)).toEqual([
      'name="sizeMm"\r\n\r\n120\r\n',
    ])
  })

  test('of a draft needs only its id', async () => {
    const { client, sent } = scriptedClient([queued])
    await client.generate({ refineOf: 'a draft' })
    expect(JSON.parse(sent[0]?.text ?? '')).toEqual({ refineOf: 'a draft' })
  })

  test('of new textures sends the token and a key', async () => {
    const { client, sent } = scriptedClient([lost, { status: 200, body: { mode: 'hi_fi' } }])
    const input = { generationId: 'one', prompt: 'moss', sizeMm: undefined }
    expect(await client.retexture(input)).toMatchObject({ mode: 'hi_fi' })
    expect(sent.map(({ url }) => url)).toEqual(
      Array(2).fill('https://print.example.com/api/retexture'),
    )
    expect(sent[1]?.headers.get('authorization')).toBe(`Bearer ${EXTENSION_TOKEN}`)
    expect(JSON.parse(sent[1]?.text ?? '')).toEqual({ generationId: 'one', prompt: 'moss' })
    expect(new Set(keysOf(sent)).size).toBe(1)
  })

  test.each(['EHOSTUNREACH', 'ENETUNREACH'])(
    'is started again when connecting failed with %s',
    async (code) => {
      const { client } = scriptedClient([{ throws: failedFetch(code, 'connect') }, queued])
      expect((await client.generate(start)).jobId).toBe('one')
    },
  )

  test('that ended without a model is an error with its reason', async () => {
    const failed = { id: 'one', status: 'error', createdAt: 1, error: 'nsfw', message: 'No.' }
    const { client } = scriptedClient([{ status: 200, body: failed }])
    const error = await client.waitForGeneration('one').catch((thrown) => thrown)
    expect([error.name, error.message, error.job]).toEqual(['GenerationFailedError', 'No.', failed])
  })

  test('reports its progress by stage', async () => {
    const at = (status: string, stage?: string): Step => ({
      status: 200,
      body: { id: 'one', status, stage, ...(status === 'done' && { result: {} }) },
    })
    const { client, sent } = scriptedClient([
      at('queued'),
      at('running', 'generating'),
      at('running', 'generating'),
      at('running', 'repairing'),
      at('done'),
    ])
    const seen: unknown[] = []
    for await (const job of client.watchGeneration('one', { intervalMs: 1 })) {
      seen.push(job.stage ?? job.status)
    }
    expect(seen).toEqual(['queued', 'generating', 'repairing', 'done'])
    expect(sent).toHaveLength(5)
  })
})

describe('a read', () => {
  test('is repeated, and its failure does not mention charges', async () => {
    const { client, sent } = scriptedClient([lost, lost, lost], { retries: 2 })
    const error = await client.getOrder('SVC-7KQ2ZM').catch((thrown) => thrown)
    expect(error).toBeInstanceOf(NetworkError)
    expect(sent).toHaveLength(3)
  })

  test('and an upload wait for requests that are still running', async () => {
    const running = refusal(409, { 'retry-after': '5' })
    const { client, slept } = scriptedClient([running, { status: 200, body: { bytes: 684 } }])
    const body = { uploadId: 'one' }
    const { data } = await client.api.POST('/api/print-upload/complete', { body })
    expect([data?.bytes, slept]).toEqual([684, [5_250]])
  })

  test('of a price sends no secret', async () => {
    const { client, sent } = scriptedClient([{ status: 200, body: { total: 8 } }])
    await client.price({ bboxMm: { x: 20, y: 20, z: 20 } })
    expect(sent[0]?.headers.has('authorization')).toBe(false)
  })

  test('names the id of the request that the service logged', async () => {
    const notFound = refusal(404, { 'x-request-id': 'abc-1', 'retry-after': '9' })
    const { client } = scriptedClient([notFound])
    const error = await client.getOrder('SVC-7KQ2ZM').catch((thrown) => thrown)
    expect({ ...error }).toMatchObject({
      status: 404,
      requestId: 'abc-1',
      retryAfterSeconds: 9,
      body: { error: 'Refused with 404.' },
    })
  })
})

test('an upload continues when its progress callback throws', async () => {
  const uploaded: Step = { status: 200, body: { modelUrl: 'gs://models/one.stl' } }
  const { client, sent } = scriptedClient([uploaded])
  let calls = 0
  const onUploadProgress = () => {
    calls += 1
    throw new Error('A mistake of the caller.')
  }
  const file = new Uint8Array([1, 2, 3])
  await client.uploadModel({ file, fileName: 'part.stl' }, { onUploadProgress })
  expect(sent).toHaveLength(1)
  expect(calls).toBeGreaterThan(0)
})

describe('a restart of the service', () => {
  const starting: Step = {
    status: 503,
    headers: { 'x-error-code': 'starting' },
    body: { error: 'Starting; try again shortly.' },
  }

  // The pauses of 0.25, 0.5 and 1 s and of 57 times 2 s are 115.75 s.
  test.each<[string, Step]>([
    ['that refuses connections', refused],
    ['that says so', starting],
  ])('%s is retried until the time limit', async (_, step) => {
    const { client, sent, slept } = scriptedClient([...Array(60).fill(step), placed])
    expect((await client.submitOrder(order)).code).toBe('SVC-7KQ2ZM')
    expect(slept.reduce((sum, ms) => sum + ms)).toBe(115_750)
    expect(Math.max(...slept)).toBe(2_000)
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  })

  test('that lasts longer ends the call with the error of the system', async () => {
    const { client, slept } = scriptedClient(Array(70).fill(refused))
    const error = await client.price({ bboxMm: { x: 1, y: 1, z: 1 } }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(NetworkError)
    expect(error.message).toBe(
      'POST https://print.example.com/api/price could not be sent: read ECONNREFUSED',
    )
    expect(slept.reduce((sum, ms) => sum + ms)).toBe(119_750)
  })

  test('is limited by the number of retries that the caller sets; an unknown host always is', async () => {
    const few = scriptedClient(Array(3).fill(refused), { retries: 2 })
    expect(await few.client.getOrder('SVC-7KQ2ZM').catch((error) => error)).toBeInstanceOf(
      NetworkError,
    )
    expect(few.sent).toHaveLength(3)
    const unknown: Step = { throws: failedFetch('ENOTFOUND', 'getaddrinfo') }
    const other = scriptedClient(Array(6).fill(unknown))
    expect(await other.client.getOrder('SVC-7KQ2ZM').catch((error) => error)).toBeInstanceOf(
      NetworkError,
    )
    expect(other.sent).toHaveLength(6)
  })

  test('that happens repeatedly is detected within 2 s each time', async () => {
    const outage: Step[] = [lost, ...Array(15).fill(refused)]
    const { client, slept } = scriptedClient([...outage, ...outage, ...outage, placed])
    expect((await client.submitOrder(order)).code).toBe('SVC-7KQ2ZM')
    // The pauses after the three lost responses follow a separate backoff: 0.25, 0.5 and 1 s.
    expect(slept).toEqual([
      ...[250, 250, 500, 1_000, ...Array(12).fill(2_000)],
      ...[500, ...Array(15).fill(2_000)],
      ...[1_000, ...Array(15).fill(2_000)],
    ])
  })

  test('respects its Retry-After', async () => {
    const step: Step = { ...starting, headers: { ...starting.headers, 'retry-after': '9' } }
    const { client, slept } = scriptedClient([...Array(5).fill(step), placed])
    await client.submitOrder(order)
    expect(slept).toEqual([9_250, 9_500, 10_000, 11_000, 11_000])
  })

  test('has short pauses even when the caller sets the number of retries', async () => {
    const { client, slept } = scriptedClient(Array(8).fill(refused), { retries: 7 })
    await client.getOrder('SVC-7KQ2ZM').catch((error) => error)
    expect(slept).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000, 2_000])
  })

  test('does not use up the retries after other failures', async () => {
    const steps = [lost, lost, refused, refused, refused, lost, lost, refused, placed]
    const { client } = scriptedClient(steps)
    expect((await client.submitOrder(order)).code).toBe('SVC-7KQ2ZM')
  })
})

describe('pauses', () => {
  verifies('client.ts.retry-after', async () => {
    const steps = [refusal(429, { 'retry-after': '7' }), lost, lost, refusal(503), placed]
    const { client, slept } = scriptedClient(steps)
    await client.submitOrder(order)
    expect(slept).toEqual([7_250, 500, 1_000, 2_000])
  })

  test('read a Retry-After with a date', async () => {
    const at = new Date(30_000).toUTCString()
    const { client, slept } = scriptedClient([refusal(503, { 'retry-after': at }), placed])
    await client.submitOrder(order)
    expect(slept).toEqual([30_250])
  })

  test('that would end after the time limit are not begun', async () => {
    const wait = refusal(429, { 'retry-after': '3600' })
    const { client, slept } = scriptedClient([wait])
    const error = await client.submitOrder(order).catch((thrown) => thrown)
    expect([error.status, error.retryAfterSeconds, slept]).toEqual([429, 3600, []])
  })
})

describe('a cancellation by the caller', () => {
  const calls = {
    read: (client: ReturnType<typeof scriptedClient>['client'], signal?: AbortSignal) =>
      client.getOrder('SVC-7KQ2ZM', { signal }),
    submit: (client: ReturnType<typeof scriptedClient>['client'], signal?: AbortSignal) =>
      client.submitOrder(order, { signal }),
  }

  test.each([
    ['read', 'AbortError'],
    ['submit', 'OutcomeUnknownError'],
  ] as const)('by a signal while a %s runs is %s', async (name, expected) => {
    const stop = new AbortController()
    const { client } = scriptedClient([{ hangs: () => stop.abort() }])
    const error = await calls[name](client, stop.signal).catch((thrown) => thrown)
    expect(error.name).toBe(expected)
  })

  test('by a signal before a submit begins sends nothing', async () => {
    const { client, sent } = scriptedClient([])
    const error = await calls.submit(client, AbortSignal.abort()).catch((thrown) => thrown)
    expect([error.name, sent.length]).toEqual(['AbortError', 0])
  })

  test.each([
    ['read', TimeoutError],
    ['submit', OutcomeUnknownError],
  ] as const)('by the time limit while a %s runs', async (name, kind) => {
    const { client } = scriptedClient([{ hangs: () => {} }], { timeoutMs: 20 })
    expect(await calls[name](client).catch((thrown) => thrown)).toBeInstanceOf(kind)
  })
})

describe('invalid arguments are refused before anything is sent', () => {
  test.each(['', ' key', 'key ', 'ключ', 'a\nb', 'a'.repeat(256)])('the key %p', async (key) => {
    const { client, sent } = scriptedClient([])
    const error = await client.submitOrder(order, { idempotencyKey: key }).catch((thrown) => thrown)
    expect([error.name, sent.length]).toEqual(['TypeError', 0])
  })

  test.each(['', 'localhost:3000', 'https://print.example.com/shop', 'ftp://print.example.com'])(
    'the address %p',
    (baseUrl) => {
      expect(() => createClient({ baseUrl })).toThrow('baseUrl has to be http:// or https://')
    },
  )

  test('a secret of another format, which the error does not show', () => {
    const make = () =>
      createClient({ baseUrl: 'https://print.example.com', apiKey: 'sk_live_secret\n' })
    expect(make).toThrow(/^apiKey has to be svc_live_ followed by 48 hexadecimal characters\.$/)
  })

  test('a generation without an extension token', async () => {
    const client = createClient({ baseUrl: 'https://print.example.com' })
    const error = await client.generate({ prompt: 'a teapot' }).catch((thrown) => thrown)
    expect(error.message).toContain('Generations take an extension token and no API key')
  })
})
