// RateLimit and RateLimit-Policy: structured header fields with the numbers of contract.md 9.3.
import { beforeEach, expect, test } from 'bun:test'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { fillCounter } from '../../../testing/service/counters.ts'
import { jsonPost, rawPost } from '../../../testing/service/requests.ts'
import { awayFromWindowEnd } from '../../../testing/service/windows.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

beforeEach(() => awayFromWindowEnd())

const service = useService()

/** `"name";r=29;t=1800`: a list of one string with integer parameters. */
const standing = /^"([a-z-]+)";r=(\d+);t=(\d+)$/

function headersOf({ headers }: Response) {
  const [, scope, remaining, reset] = standing.exec(headers.get('ratelimit') ?? '') ?? []
  return {
    policy: headers.get('ratelimit-policy'),
    scope,
    remaining: Number(remaining),
    reset: Number(reset),
  }
}

verifies('http.rate-limit', async () => {
  const email = 'slices@example.com'
  const cookie = await service.signIn(email)
  const slice = () => service.fetch('/api/slice-quote', jsonPost({}, { cookie }))
  const policy = '"slice-quote";q=30;w=3600'
  // Refused because of its body, and still counted: the limit is used before the body is read.
  const first = await slice()
  expect(first.status).toBe(400)
  expect(headersOf(first)).toMatchObject({ policy, scope: 'slice-quote', remaining: 29 })
  expect(headersOf(await slice()).remaining).toBe(28)
  const { reset } = headersOf(first)
  expect(reset).toBeGreaterThan(0)
  expect(reset).toBeLessThanOrEqual(3600)
  const counter = { scope: 'slice-quote', subject: email, windowSeconds: 3600 }
  await fillCounter(service.db, counter, 30)
  const refused = await slice()
  expect(refused.status).toBe(429)
  expect(headersOf(refused)).toMatchObject({ policy, scope: 'slice-quote', remaining: 0 })
  expect(String(headersOf(refused).reset)).toBe(refused.headers.get('retry-after') ?? '')
})

test('the limit is that of the caller, with or without an account', async () => {
  const form = () => {
    const fields = new FormData()
    fields.set('file', new Blob([cubeStl({ sizeMm: 20 })]), 'cube.stl')
    return fields
  }
  const check = (headers: Record<string, string>) =>
    service.fetch('/api/printability', rawPost(form(), headers))
  expect(headersOf(await check({}))).toMatchObject({
    policy: '"printability-anonymous";q=12;w=3600',
    scope: 'printability-anonymous',
  })
  const cookie = await service.signIn('checks@example.com')
  expect(headersOf(await check({ cookie }))).toMatchObject({
    policy: '"printability-signed-in";q=60;w=3600',
    remaining: 59,
  })
})

test('the limit that refused is reported, not that of the endpoint', async () => {
  const email = 'codes@example.com'
  const cookie = await service.signIn(email)
  await fillCounter(
    service.db,
    { scope: 'gift-cards-check', subject: email, windowSeconds: 3600 },
    20,
  )
  const cart = { items: [{ modelUrl: 'gs://models/none.stl' }], giftCard: 'GIFT-2222-2222-2222' }
  const refused = await service.fetch('/api/cart-reprice', jsonPost(cart, { cookie }))
  expect(refused.status).toBe(429)
  expect(headersOf(refused)).toMatchObject({
    policy: '"gift-cards-check";q=20;w=3600',
    scope: 'gift-cards-check',
    remaining: 0,
  })
  expect(String(headersOf(refused).reset)).toBe(refused.headers.get('retry-after') ?? '')
})

test('an endpoint without a limit has neither header, and a caller that is not admitted gets none', async () => {
  const body = JSON.stringify({ bboxMm: { x: 20, y: 20, z: 20 } })
  for (const response of [
    await service.fetch('/api/price', { method: 'POST', body }),
    await service.fetch('/api/print/orders/SVC-ABC234'),
    await service.fetch('/api/slice-quote', jsonPost({})),
  ]) {
    expect([response.headers.has('ratelimit'), response.headers.has('ratelimit-policy')]).toEqual([
      false,
      false,
    ])
  }
})
