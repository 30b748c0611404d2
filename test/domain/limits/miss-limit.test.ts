// The limit on misses: when it refuses, for how long, and how many queries it needs.
import { expect, test } from 'bun:test'
import { createMissLimit } from '../../../server/domain/limits/miss-limit.ts'
import type { RateLimitResult } from '../../../server/domain/limits/ports.ts'

function limitWith(response: (subject: string) => RateLimitResult | Promise<RateLimitResult>) {
  const asked: string[] = []
  const time = { now: 5_000 }
  const silent = () => {}
  const deps = {
    rateCounters: {
      consume: async (_scope: string, subject: string) => {
        asked.push(subject)
        return response(subject)
      },
    },
    production: true,
    log: { debug: silent, info: silent, warn: silent, error: silent },
  }
  const limit = createMissLimit(deps, 'order-code-misses', () => time.now)
  return { limit, deps, asked, time }
}

test('a subject is admitted until a miss is refused, and again after the window', async () => {
  const { limit, asked, time } = limitWith((subject) =>
    subject === 'guesser' ? { allowed: false, retryAfterSeconds: 30 } : { allowed: true },
  )
  expect(limit.refusal('guesser')).toBeNull()
  expect(await limit.miss('guesser')).toMatchObject({ ok: false })
  expect(await limit.miss('visitor')).toEqual({ ok: true, value: undefined })
  expect(limit.refusal('visitor')).toBeNull()
  expect(limit.refusal('guesser')).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 30 })
  time.now += 28_500
  expect(limit.refusal('guesser')).toMatchObject({ retryAfterSeconds: 2 })
  time.now += 1_500
  expect(limit.refusal('guesser')).toBeNull()
  // Checking for a refusal needs no query.
  expect(asked).toEqual(['guesser', 'visitor'])
})

test('an unreachable limiter does not cause later refusals', async () => {
  const { limit } = limitWith(() => Promise.reject(new Error('connection refused')))
  expect(await limit.miss('visitor')).toEqual({
    ok: false,
    failure: { kind: 'limiter_unavailable' },
  })
  expect(limit.refusal('visitor')).toBeNull()
})

test('beyond 20,000 refused subjects only the oldest is forgotten', async () => {
  const { limit } = limitWith(() => ({ allowed: false, retryAfterSeconds: 30 }))
  for (let subject = 0; subject < 20_000; subject += 1) await limit.miss(`subject ${subject}`)
  expect(limit.refusal('subject 0')).not.toBeNull()
  await limit.miss('one more')
  expect(limit.refusal('subject 0')).toBeNull()
  expect(limit.refusal('subject 1')).not.toBeNull()
  expect(limit.refusal('one more')).not.toBeNull()
})

test('an expired refusal is replaced before any other one is forgotten', async () => {
  const { limit, time } = limitWith((subject) => ({
    allowed: false,
    retryAfterSeconds: subject === 'short' ? 1 : 30,
  }))
  await limit.miss('oldest')
  await limit.miss('short')
  for (let subject = 2; subject < 20_000; subject += 1) await limit.miss(`subject ${subject}`)
  time.now += 1_000
  expect(limit.refusal('short')).toBeNull()
  await limit.miss('one more')
  expect(limit.refusal('oldest')).not.toBeNull()
})

test('without a test clock it uses the system clock', async () => {
  const { deps } = limitWith(() => ({ allowed: false, retryAfterSeconds: 3_600 }))
  const limit = createMissLimit(deps, 'order-code-misses')
  await limit.miss('guesser')
  expect(limit.refusal('guesser')).toMatchObject({ kind: 'rate_limited' })
})
