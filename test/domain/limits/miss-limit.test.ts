// The limit on what is not found: when it refuses, for how long, and what it costs.
import { expect, test } from 'bun:test'
import type { SlotAnswer } from '../../../server/domain/base/ports.ts'
import { createMissLimit } from '../../../server/domain/limits/miss-limit.ts'

function limitWith(answer: (subject: string) => SlotAnswer | Promise<SlotAnswer>) {
  const asked: string[] = []
  const time = { now: 5_000 }
  const silent = () => {}
  const deps = {
    rateCounters: {
      take: async (_scope: string, subject: string) => {
        asked.push(subject)
        return answer(subject)
      },
    },
    production: true,
    log: { debug: silent, info: silent, warn: silent, error: silent },
  }
  return { limit: createMissLimit(deps, 'order-code-misses', () => time.now), asked, time }
}

test('a subject may look until a miss is refused, and again when its window has ended', async () => {
  const { limit, asked, time } = limitWith((subject) =>
    subject === 'guesser' ? { taken: false, retryAfterSeconds: 30 } : { taken: true },
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
  // Asking whether it may look is no statement.
  expect(asked).toEqual(['guesser', 'visitor'])
})

test('a limiter out of reach is no reason to refuse later looks', async () => {
  const { limit } = limitWith(() => Promise.reject(new Error('connection refused')))
  expect(await limit.miss('visitor')).toEqual({
    ok: false,
    failure: { kind: 'limiter_unavailable' },
  })
  expect(limit.refusal('visitor')).toBeNull()
})
