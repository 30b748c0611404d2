// Pictures of parts that have to be drawn: once for all concurrent callers, within a limit, and without endless
// repetition after a failure.
import { beforeEach, describe, expect, test } from 'bun:test'
import { cubeStl } from '../../../testing/models/meshes.ts'
import { placed, submit } from '../../../testing/people/submit.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { until } from '../../../testing/service/until.ts'
import { use, useService } from '../../../testing/use.ts'

const service = useService({ clientAddress: () => '192.0.2.7' })
const account = use(() => service.account())
let sizeMm = 30
let path = ''

/** Address of the picture of a new order's part, which has not been drawn before. */
beforeEach(async () => {
  sizeMm += 0.5
  const file = { name: 'cube.stl', bytes: cubeStl({ sizeMm }) }
  const { code } = await placed(submit(service, account, { file }))
  path = `/orders/${code}/pictures/1.png`
})

async function ask(headers: Record<string, string> = {}) {
  const response = await service.fetch(path, { headers })
  const { status } = response
  const retryAfter = response.headers.get('retry-after')
  const type = response.headers.get('content-type')?.split(';')[0] ?? null
  return { status, retryAfter, type, cache: response.headers.get('cache-control') }
}

const drawn = { status: 200, retryAfter: null, type: 'image/png', cache: 'private, max-age=86400' }
const refused = (status: number, retryAfter: string | null) => ({
  status,
  retryAfter,
  type: 'application/json',
  cache: 'no-store',
})

/** Counts the drawings, which end with `outcome` when given. */
function countDrawings(outcome?: 'unreadable' | 'crashed' | 'timed_out' | 'busy') {
  const { draw } = service.deps.meshes
  let count = 0
  const restore = service.replace({
    meshes: {
      draw: async (request) => {
        count += 1
        if (outcome === 'unreadable') return { kind: outcome, code: 'x', message: 'x' }
        return outcome === undefined ? await draw(request) : { kind: outcome }
      },
    },
  })
  return { count: () => count, restore }
}

test('a picture that many callers request concurrently is drawn once', async () => {
  const { count } = countDrawings()
  const asked = await Promise.all(Array.from({ length: 12 }, () => service.fetch(path)))
  const [first, ...others] = await Promise.all(asked.map((response) => response.bytes()))
  expect(first?.subarray(1, 4)).toEqual(new TextEncoder().encode('PNG'))
  for (const other of others) expect(other).toEqual(first ?? new Uint8Array())
  expect(count()).toBe(1)
})

describe('a drawing that fails', () => {
  test.each([
    ['unreadable', 404, null, 3600],
    ['crashed', 503, '3600', 3600],
  ] as const)('(%s) is not retried for a period', async (outcome, status, after, seconds) => {
    const failing = countDrawings(outcome)
    expect(await ask()).toEqual(refused(status, after))
    expect((await ask()).status).toBe(status)
    expect(failing.count()).toBe(1)
    failing.restore()
    const { count } = countDrawings()
    service.advance(seconds - 5)
    expect((await ask()).status).toBe(status)
    expect(count()).toBe(0)
    service.advance(10)
    expect(await ask()).toEqual(drawn)
    expect(count()).toBe(1)
  })

  test.each(['timed_out', 'busy'] as const)(
    '(%s) does not depend on the model: the next caller gets it drawn',
    async (outcome) => {
      const failing = countDrawings(outcome)
      expect(await ask()).toEqual(refused(503, '30'))
      expect(await ask()).toEqual(refused(503, '30'))
      expect(failing.count()).toBe(2)
      failing.restore()
      expect(await ask()).toEqual(drawn)
    },
  )

  test('its file is not read again', async () => {
    countDrawings('unreadable')
    await ask()
    const readAgain = () => Promise.reject(new Error('read again'))
    service.replace({ objects: { fetchToFile: readAgain, read: readAgain } })
    expect(await ask()).toEqual(refused(404, null))
  })
})

describe('the limit', () => {
  /** Uses up the limits of pictures, and counts the drawings. */
  function exhaust() {
    const asked: string[] = []
    const { consume } = service.deps.rateCounters
    const restore = service.replace({
      rateCounters: {
        consume: (scope, subject, limit, windowSeconds) => {
          if (!scope.startsWith('pictures')) return consume(scope, subject, limit, windowSeconds)
          asked.push(`${scope} ${subject} ${limit} ${windowSeconds}`)
          return { allowed: false, retryAfterSeconds: 17 }
        },
      },
    })
    return { asked, restore }
  }

  test('counts new drawings per client address, and per account', async () => {
    const { asked } = exhaust()
    expect(await ask()).toEqual(refused(429, '17'))
    const cookie = await service.signIn('viewer@example.com')
    expect(await ask({ cookie })).toEqual(refused(429, '17'))
    expect(asked).toEqual([
      'pictures-anonymous 192.0.2.7 240 3600',
      'pictures-signed-in viewer@example.com 240 3600',
    ])
  })

  test('of the desk is separate, and counts no code as a guess', async () => {
    const cookie = await service.signIn(OPERATOR_EMAIL)
    const { asked } = exhaust()
    path = `/operator${path}`
    expect(await ask({ cookie })).toEqual(refused(429, '17'))
    expect(asked).toEqual([`pictures-desk ${OPERATOR_EMAIL} 2000 3600`])
    const unknown = '/operator/orders/SVC-AAAAAA/pictures/1.png'
    for (let miss = 0; miss < 70; miss += 1) {
      const { status } = await service.fetch(unknown, { headers: { cookie } })
      expect(status).toBe(404)
    }
    // The public address answers 60 wrong codes in an hour.
    expect((await service.fetch('/orders/SVC-AAAAAA/live')).status).toBe(404)
  })

  test('does not count stored pictures, nor waiting for one', async () => {
    const held = Promise.withResolvers<void>()
    const { draw } = service.deps.meshes
    let hasBegun = false
    service.replace({
      meshes: {
        draw: async (request) => {
          hasBegun = true
          await held.promise
          return await draw(request)
        },
      },
    })
    const first = ask()
    await until(() => hasBegun)
    const { asked } = exhaust()
    const { share } = service.deps.drawings
    let shares = 0
    service.replace({
      drawings: {
        share: (...given) => {
          const shared = share(...given)
          shares += 1
          return shared
        },
      },
    })
    const second = ask()
    await until(() => shares === 1)
    held.resolve()
    expect(await Promise.all([first, second])).toEqual([drawn, drawn])
    expect(await ask()).toEqual(drawn)
    expect(asked).toEqual([])
  })
})
