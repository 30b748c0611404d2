// The database becomes unavailable and returns while the service runs: callers learn this, and when to retry.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { binaryStl, sphere } from '../../testing/models/meshes.ts'
import { orderForm } from '../../testing/people/submit.ts'
import { openRealServer, type RealServer, readDemo } from '../../testing/service/real-server.ts'
import { jsonPost, rawPost } from '../../testing/service/requests.ts'
import { parseMetrics } from '../../testing/service/scrape.ts'
import { openTcpGate, type TcpGate } from '../../testing/service/tcp-gate.ts'
import { until } from '../../testing/service/until.ts'
import { useDatabase } from '../../testing/use.ts'
import { verifies } from '../helpers/verifies.ts'

setDefaultTimeout(120_000)
const INTERNAL_KEY = 'an-internal-key-for-tests'
const AWAY = 'The service cannot reach its database at the moment.'

const database = useDatabase({ poolSize: 1 })
let gate: TcpGate
let server: RealServer
let apiKey: string
let session: Record<string, string>
beforeAll(async () => {
  const url = new URL(database.url)
  gate = await openTcpGate({ host: url.hostname, port: Number(url.port) })
  url.hostname = '127.0.0.1'
  url.port = String(gate.port)
  server = await openRealServer({ env: { DATABASE_URL: url.href, INTERNAL_KEY } })
  await server.start()
  apiKey = (await readDemo(server)).apiKey
  const response = await signIn()
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  session = { cookie: cookies.join('; ') }
})
afterAll(async () => {
  await server.close()
  await gate.close()
})

async function signIn(): Promise<Response> {
  const { email, password } = await Bun.file(`${server.stateDir}/demo.json`).json()
  return fetch(
    `${server.baseUrl}/api/auth/sign-in/email`,
    jsonPost({ email, password }, { origin: server.baseUrl }),
  )
}
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.baseUrl}${path}`, { headers })
const metrics = () => get('/metrics', { 'x-internal-key': INTERNAL_KEY })
const order = (headers: Record<string, string> = {}) =>
  fetch(
    `${server.baseUrl}/api/print/orders`,
    rawPost(orderForm(), { 'x-api-key': apiKey, ...headers }),
  )

verifies('http.database-away', async () => {
  await gate.shut()
  const refusals: readonly (readonly [string, () => Promise<Response>, string])[] = [
    ['submit', order, `${AWAY} Nothing was charged; try again shortly.`],
    [
      'read',
      () => get('/api/print/orders/SVC-ABC234', { 'x-api-key': apiKey }),
      `${AWAY} Try again shortly.`,
    ],
    ['page as JSON', () => get('/orders/SVC-ABC234'), `${AWAY} Try again shortly.`],
    ['session', () => get('/api/account/api-key', session), `${AWAY} Try again shortly.`],
    ['sign-in', signIn, `${AWAY} Try again shortly.`],
    ['metrics', metrics, `${AWAY} Try again shortly.`],
  ]
  // Two rounds: first connections break, then none can be opened.
  for (const round of [1, 2]) {
    for (const [name, send, error] of refusals) {
      const response = await send()
      const told = { round, name, status: response.status, body: await response.json() }
      expect(told).toEqual({ round, name, status: 503, body: { error } })
      expect(response.headers.get('retry-after')).toBe('5')
    }
  }
  const page = await get('/account', { ...session, accept: 'text/html' })
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  expect(page.headers.get('content-type')).toStartWith('text/html')
  expect(await page.text()).toContain(AWAY)
  expect((await get('/healthz')).status).toBe(200)

  await gate.open()
  await until(async () => (await order()).status === 201)
  // Counts made meanwhile are not lost.
  const counted = parseMetrics(await (await metrics()).text())
  const series = 'method="POST",route="/api/print/orders",status_class="5xx"'
  expect(counted.get(`http_requests_total{${series}}`)).toBeGreaterThanOrEqual(2)
})

describe('an order in progress when the database becomes unavailable', () => {
  test.each([
    [
      'with an Idempotency-Key is to be sent again',
      { 'idempotency-key': 'the key of this order' },
      'The service lost its database while it worked on this order. Send the same request with the same Idempotency-Key again; it is placed once.',
      '5',
    ],
    [
      'without an Idempotency-Key, if it was not written yet, has charged nothing',
      {},
      'The order could not be saved just now. Nothing was charged; send it again.',
      '5',
    ],
  ])('%s', async (_name, headers, error, retryAfter) => {
    await until(async () => (await order()).status === 201)
    const body = slowOrder()
    const response = fetch(
      `${server.baseUrl}/api/print/orders`,
      rawPost(body.stream, { 'x-api-key': apiKey, 'content-type': body.contentType, ...headers }),
    )
    await until(body.isRead)
    await gate.shut()
    body.finish()
    const refused = await response
    expect([refused.status, await refused.json()]).toEqual([503, { error }])
    expect(refused.headers.get('retry-after')).toBe(retryAfter)
    await gate.open()
    await until(async () => (await order()).status === 201)
  })
})

/** Larger than the files of the other orders, whose pictures may be drawn for their emails meanwhile. */
const largePart = binaryStl(sphere({ radius: 10, rings: 16, segments: 32 }))

/** Sends an order whose last byte arrives when the test says so. */
function slowOrder() {
  const whole = new Response(orderForm({}, { name: 'large.stl', bytes: largePart }))
  const contentType = whole.headers.get('content-type') ?? ''
  const { promise, resolve } = Promise.withResolvers<void>()
  let read = false
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const bytes = await whole.bytes()
      controller.enqueue(bytes.subarray(0, -1))
      read = true
      await promise
      controller.enqueue(bytes.subarray(-1))
      controller.close()
    },
  })
  const isRead = async () => {
    const files = await Array.fromAsync(new Bun.Glob('*').scan(`${server.stateDir}/uploads`))
    const sizes = files.map((name) => Bun.file(`${server.stateDir}/uploads/${name}`).size)
    return read && sizes.some((size) => size > largePart.length / 2)
  }
  return { contentType, stream, isRead, finish: resolve }
}
