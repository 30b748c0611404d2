// Drawings of one process: shared while they run, and remembered when they fail.
import { beforeEach, describe, expect, test } from 'bun:test'
import { fail, ok } from '../../../server/domain/base/result.ts'
import {
  createDrawings,
  type DrawingFailure,
  type Drawings,
} from '../../../server/domain/measurement/drawings.ts'

let nowMs = 0
let drawings: Drawings
beforeEach(() => {
  nowMs = Date.UTC(2026, 0, 1)
  drawings = createDrawings({ now: () => new Date(nowMs) })
})

const admitted = async () => ok(undefined)
const refused = async () => fail('refused' as const)
const png = new Uint8Array([1, 2, 3])

/** A drawing that ends on demand, and the number of its starts. */
function drawing() {
  const { promise, resolve } = Promise.withResolvers<Uint8Array>()
  let begun = 0
  const draw = async () => {
    begun += 1
    return ok(await promise)
  }
  return { draw, begun: () => begun, end: () => resolve(png) }
}

describe('a drawing', () => {
  test('is made once for all waiting callers, and again for later ones', async () => {
    const { draw, begun, end } = drawing()
    const waiting = Array.from({ length: 20 }, () => drawings.share('a', admitted, draw))
    const other = drawings.share('b', admitted, draw)
    await Bun.sleep(0)
    expect(begun()).toBe(2)
    end()
    for (const asked of [...waiting, other]) expect(await asked).toEqual(ok(png))
    await drawings.share('a', admitted, draw)
    expect(begun()).toBe(3)
  })

  test('is refused to a caller beyond the limit, and made for the others', async () => {
    const { draw, begun, end } = drawing()
    end()
    const asked = [refused, refused, admitted, refused, admitted].map((admit) =>
      drawings.share('a', admit, draw),
    )
    const no = fail('refused' as const)
    // The fourth joins the drawing that the third began.
    expect(await Promise.all(asked)).toEqual([no, no, ok(png), ok(png), ok(png)])
    expect(begun()).toBe(1)
  })

  test('is made for a waiting caller when the admission of the first one fails', async () => {
    const { draw, end } = drawing()
    end()
    const broken = () => Promise.reject(new Error('no database'))
    const first = drawings.share('a', broken, draw)
    const second = drawings.share('a', admitted, draw)
    expect(await Promise.allSettled([first, second])).toMatchObject([
      { status: 'rejected', reason: { message: 'no database' } },
      { status: 'fulfilled', value: ok(png) },
    ])
    expect(await drawings.share('a', admitted, draw)).toEqual(ok(png))
  })
})

describe('a failure', () => {
  const none: DrawingFailure = { failure: { kind: 'picture_none' }, forSeconds: 3600 }
  const busy: DrawingFailure = {
    failure: { kind: 'picture_unavailable', retryAfterSeconds: 30 },
    forSeconds: 30,
  }
  const failing = (key: string, failure: DrawingFailure) =>
    drawings.share(key, admitted, async () => fail(failure))

  test('is remembered for a period, and counts down', async () => {
    expect(drawings.failureOf('a')).toBeNull()
    expect(await failing('a', none)).toEqual(fail(none.failure))
    expect(await failing('b', busy)).toEqual(fail(busy.failure))
    nowMs += 29_001
    expect(drawings.failureOf('b')).toEqual({ kind: 'picture_unavailable', retryAfterSeconds: 1 })
    nowMs += 999
    expect(drawings.failureOf('b')).toBeNull()
    nowMs += 3_569_999
    expect(drawings.failureOf('a')).toEqual({ kind: 'picture_none' })
    nowMs += 1
    expect(drawings.failureOf('a')).toBeNull()
  })

  test('is not stored for a refused caller', async () => {
    await drawings.share('a', refused, async () => fail(none))
    expect(drawings.failureOf('a')).toBeNull()
  })

  test('is remembered while it is among the 10,000 newest', async () => {
    for (let count = 0; count <= 10_000; count++) await failing(String(count), none)
    expect(drawings.failureOf('0')).toBeNull()
    expect(drawings.failureOf('1')).toEqual({ kind: 'picture_none' })
    expect(drawings.failureOf('10000')).toEqual({ kind: 'picture_none' })
  })
})
