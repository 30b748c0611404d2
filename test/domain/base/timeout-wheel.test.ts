import { expect, test } from 'bun:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTimeoutWheel } from '../../../server/domain/base/time/timeout-wheel.ts'

// Times out after at least 0.6 s, far longer than the operations below.
const MAX_MS = 1_200

test('each operation gets its own result over several ticks, in whatever order they settle', async () => {
  const wheel = createTimeoutWheel(MAX_MS)
  const running = Array.from({ length: 60 }, (_, at) => ({
    at,
    // By turns, an operation ends immediately, never, or within the first tick; the factor 7 mixes the order.
    waitMs: at % 3 === 2 ? null : at % 3 === 0 ? 0 : (at * 7) % 15,
  }))
  const results = await Promise.all(
    running.map(async ({ at, waitMs }) => {
      await sleep(at % 5)
      const work = waitMs === null ? new Promise<number>(() => {}) : sleep(waitMs, at)
      return await wheel.inTime(work)
    }),
  )
  expect(results.filter((_, at) => at % 3 === 2)).toEqual(running.slice(0, 20).map(() => 'late'))
  expect(results.filter((_, at) => at % 3 === 0)).toEqual(
    running.filter(({ at }) => at % 3 === 0).map(({ at }) => at),
  )
})

test('a rejection is reported as broken, and an operation that settles after its timeout changes nothing', async () => {
  const wheel = createTimeoutWheel(MAX_MS)
  expect(await wheel.inTime(Promise.reject(new Error('gone')))).toBe('broken')
  const slow = Promise.withResolvers<string>()
  expect(await wheel.inTime(slow.promise)).toBe('late')
  const others = ['a', 'b', 'c'].map((name) => wheel.inTime(sleep(10, name)))
  slow.resolve('slow')
  expect(await Promise.all(others)).toEqual(['a', 'b', 'c'])
})
