// The number of slots in a batch, by the speed of its caller, and the batches that are forgotten
// (batched-rate-limiter.ts).
import { describe, expect, test } from 'bun:test'
import { batchedRateLimiter } from '../../../server/domain/limits/batched-rate-limiter.ts'

const hourMs = 3_600_000

/** A counter that grants everything, until `granted` says otherwise, and records the requests. */
function stage() {
  const state = { now: 0, granted: Number.POSITIVE_INFINITY, wants: [] as number[] }
  const limiter = batchedRateLimiter({
    counters: { consume: () => Promise.reject(new Error('not batched')) },
    reserveBatch: async (_scope, _subject, _limit, _seconds, want) => {
      state.wants.push(want)
      return { granted: Math.min(want, state.granted), windowLeftMs: hourMs - state.now }
    },
    scopes: new Set(['busy']),
    nowMs: () => state.now,
  })
  const ask = (subject = 'a', limit = 600) => limiter.consume('busy', subject, limit, 3600)
  const askTimes = async (times: number, limit = 600) => {
    for (let call = 0; call < times; call += 1) await ask('a', limit)
  }
  return { state, ask, askTimes }
}

describe('the size of a batch', () => {
  test('doubles for a fast caller, up to an eighth of the limit', async () => {
    const { state, askTimes } = stage()
    await askTimes(1 + 2 + 4 + 8 + 16 + 32 + 64 + 75 + 75)
    expect(state.wants).toEqual([1, 2, 4, 8, 16, 32, 64, 75, 75])
  })

  test.each([
    // [milliseconds since the previous batch, slots of the next one].
    [999, 4],
    [1_000, 2],
    [10_000, 2],
    [10_001, 1],
  ])('used up after %p ms, a batch of two is followed by one of %p', async (waitMs, want) => {
    const { state, askTimes } = stage()
    await askTimes(3)
    state.now += waitMs
    await askTimes(1)
    expect(state.wants).toEqual([1, 2, want])
  })

  test.each([
    [4, [1, 1, 1]],
    [16, [1, 2, 2]],
    [23, [1, 2, 2]],
    [24, [1, 2, 3]],
  ])('of a limit of %p', async (limit, wants) => {
    const { state, askTimes } = stage()
    await askTimes(
      wants.reduce((sum, want) => sum + want, 0),
      limit,
    )
    expect(state.wants).toEqual(wants)
  })
})

describe('the remainder', () => {
  test('lasts until the end of its window and not longer', async () => {
    const { state, ask, askTimes } = stage()
    await askTimes(2)
    state.now = hourMs - 1
    await ask()
    expect(state.wants).toEqual([1, 2])
    const other = stage()
    await other.askTimes(2)
    other.state.now = hourMs
    await other.ask()
    expect(other.state.wants).toEqual([1, 2, 1])
  })

  test('of a partly granted batch is used before the refusal', async () => {
    const { state, ask, askTimes } = stage()
    await askTimes(3)
    state.granted = 2
    await askTimes(2)
    expect(await ask()).toEqual({ allowed: false, retryAfterSeconds: 3_600 })
    expect(state.wants).toEqual([1, 2, 4])
  })

  test('a refusal names whole seconds, at least one', async () => {
    const { state, ask } = stage()
    state.granted = 0
    state.now = hourMs - 1_001
    expect(await ask()).toEqual({ allowed: false, retryAfterSeconds: 2 })
    state.now = hourMs - 1_000
    expect(await ask()).toEqual({ allowed: false, retryAfterSeconds: 1 })
    state.now = hourMs - 0.25
    expect(await ask()).toEqual({ allowed: false, retryAfterSeconds: 1 })
    expect(state.wants).toHaveLength(1)
    expect(await ask('b')).toEqual({ allowed: false, retryAfterSeconds: 1 })
  })
})

test('beyond 20,000 subjects the oldest is forgotten, with its unused slots', async () => {
  const { state, ask } = stage()
  for (const subject of ['first', 'second']) {
    await ask(subject)
    await ask(subject)
  }
  for (let other = 2; other < 20_000; other += 1) await ask(`subject ${other}`)
  await ask('first')
  // Its second batch of two is now used up.
  await ask('first')
  expect(state.wants.at(-1)).toBe(4)
  state.wants.length = 0
  await ask('one more')
  await ask('second')
  expect(state.wants).toEqual([1])
  await ask('first')
  expect(state.wants).toEqual([1, 1])
})
