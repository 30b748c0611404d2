// Slots in blocks, with counters in memory that count as the database does: never more than the limit in total.
import { describe, expect, test } from 'bun:test'
import {
  batchedRateLimiter,
  type ReserveBatch,
} from '../../../server/domain/limits/batched-rate-limiter.ts'
import type { RateCounters } from '../../../server/domain/limits/ports.ts'

const LIMIT = 600
const HOUR = 3600

type Shared = { taken: number; windowEndsAt: number; statements: number; broken: boolean }

/** Creates several processes on one counter, and one clock that the test moves. */
function stage() {
  let now = 0
  const shared: Shared = { taken: 0, windowEndsAt: HOUR * 1000, statements: 0, broken: false }
  const takeBlock: ReserveBatch = async (_scope, _subject, limit, _seconds, want) => {
    await Promise.resolve()
    if (shared.broken) throw new Error('the database is gone')
    shared.statements += 1
    if (now >= shared.windowEndsAt) {
      shared.taken = 0
      shared.windowEndsAt += HOUR * 1000
    }
    const granted = Math.max(0, Math.min(want, limit - shared.taken))
    shared.taken += granted
    return { granted, windowLeftMs: shared.windowEndsAt - now }
  }
  const plain: RateCounters = { consume: async () => ({ allowed: false, retryAfterSeconds: 7 }) }
  const process = () =>
    batchedRateLimiter({
      counters: plain,
      reserveBatch: takeBlock,
      scopes: new Set(['busy']),
      nowMs: () => now,
    })
  return {
    shared,
    process,
    sleep: (ms: number) => {
      now += ms
    },
  }
}

const ask = async (counters: RateCounters, subject = 'a') =>
  (await counters.consume('busy', subject, LIMIT, HOUR)).allowed

async function admitted(counters: RateCounters, times: number, subject?: string) {
  let count = 0
  for (let call = 0; call < times; call += 1) if (await ask(counters, subject)) count += 1
  return count
}

describe('slots in blocks', () => {
  test('one process admits exactly the limit, with few statements', async () => {
    const { process, shared } = stage()
    expect(await admitted(process(), 1000)).toBe(LIMIT)
    expect(shared.statements).toBeLessThan(30)
  })

  test('a thousand concurrent calls are admitted up to exactly the limit', async () => {
    const { process, shared } = stage()
    const counters = process()
    const responses = await Promise.all(Array.from({ length: 1000 }, () => ask(counters)))
    expect(responses.filter(Boolean)).toHaveLength(LIMIT)
    // They wait for the running statement instead of each executing one.
    expect(shared.statements).toBeLessThan(30)
  })

  test('several processes together never admit more than the limit, and each leaves at most one block unused', async () => {
    const { process } = stage()
    const processes = [process(), process(), process()]
    let count = 0
    for (let call = 0; call < 3000; call += 1) {
      const one = processes[(call * 7 + (call >> 3)) % 3]
      if (one !== undefined && (await ask(one))) count += 1
    }
    expect(count).toBeLessThanOrEqual(LIMIT)
    expect(count).toBeGreaterThan(LIMIT - 3 * (LIMIT / 8))
  })

  test('the requests of a slow caller are counted exactly across any number of processes', async () => {
    const { process, shared, sleep } = stage()
    const processes = [process(), process()]
    for (let call = 1; call <= 300; call += 1) {
      const one = processes[call % 2]
      // More than ten seconds pass between two calls of one process.
      sleep(5_600)
      expect(one !== undefined && (await ask(one))).toBe(true)
      expect(shared.taken).toBe(call)
    }
  })

  test('a refusal makes no further query until the window ends, and states the seconds', async () => {
    const { process, shared, sleep } = stage()
    const counters = process()
    await admitted(counters, LIMIT)
    sleep(1_000_500)
    const first = shared.statements
    expect(await counters.consume('busy', 'a', LIMIT, HOUR)).toEqual({
      allowed: false,
      retryAfterSeconds: 2600,
    })
    expect(shared.statements).toBeLessThanOrEqual(first + 1)
    const then = shared.statements
    expect(await admitted(counters, 100)).toBe(0)
    expect(shared.statements).toBe(then)
    sleep(2_600_000)
    expect(await ask(counters)).toBe(true)
  })

  test('a block is not used after the window in which it was counted', async () => {
    const { process, shared, sleep } = stage()
    const counters = process()
    await admitted(counters, 40)
    sleep(HOUR * 1000)
    expect(await admitted(counters, 1000)).toBe(LIMIT)
    expect(shared.taken).toBe(LIMIT)
  })

  test('each subject has separate slots, and other scopes are not affected', async () => {
    const { process } = stage()
    const counters = process()
    expect(await admitted(counters, LIMIT, 'a')).toBe(LIMIT)
    expect(await counters.consume('calm', 'a', LIMIT, HOUR)).toEqual({
      allowed: false,
      retryAfterSeconds: 7,
    })
  })

  test('without the database only slots that are already counted are used, and then every caller is refused', async () => {
    const { process, shared } = stage()
    const counters = process()
    await admitted(counters, 4)
    shared.broken = true
    let spent = 0
    for (;;) {
      try {
        if (await ask(counters)) spent += 1
      } catch (error) {
        expect(String(error)).toContain('the database is gone')
        break
      }
    }
    expect(4 + spent).toBe(shared.taken)
    const responses = await Promise.allSettled(Array.from({ length: 5 }, () => ask(counters)))
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    shared.broken = false
    expect(await ask(counters)).toBe(true)
  })
})
