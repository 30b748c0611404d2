// Results of the limiter, and its behavior without its database.
import { describe, expect, test } from 'bun:test'
import { consumeRateLimit } from '../../../server/domain/limits/consume-rate-limit.ts'
import type { RateCounters } from '../../../server/domain/limits/ports.ts'
import { verifies } from '../../helpers/verifies.ts'

const refusing = (retryAfterSeconds: number): RateCounters => ({
  consume: async () => ({ allowed: false, retryAfterSeconds }),
})
const unreachable: RateCounters = {
  consume: () => Promise.reject(new Error('connect ECONNREFUSED')),
}

const unreachableLine = [
  'limits.database_unreachable',
  { scope: 'generate', error: new Error('connect ECONNREFUSED') },
]

function depsWith(rateCounters: RateCounters, production = true) {
  const logged: unknown[] = []
  const note = (event: string, fields: object = {}) => void logged.push([event, fields])
  const log = { debug: note, info: note, warn: note, error: note }
  return { deps: { rateCounters, production, log }, logged }
}

describe('takeSlot', () => {
  test('passes the scope, its limit and its window to the counter', async () => {
    const asked: unknown[] = []
    const { deps } = depsWith({
      consume: async (...request) => {
        asked.push(request)
        return { allowed: true, left: { remaining: 2, resetSeconds: 840 } }
      },
    })
    expect(await consumeRateLimit(deps, 'code-send', 'a@example.com')).toEqual({
      ok: true,
      value: { scope: 'code-send', remaining: 2, resetSeconds: 840 },
    })
    expect(asked).toEqual([['code-send', 'a@example.com', 3, 900]])
  })

  verifies('limits.message-default', async () => {
    const { deps } = depsWith(refusing(17))
    expect(await consumeRateLimit(deps, 'generate', 'a@example.com')).toEqual({
      ok: false,
      failure: {
        kind: 'rate_limited',
        scope: 'generate',
        message: 'Generation limit reached. Please try again later.',
        retryAfterSeconds: 17,
      },
    })
  })

  verifies('limits.message-own', async () => {
    const { deps } = depsWith(refusing(17))
    expect(await consumeRateLimit(deps, 'slice-quote', 'a@example.com')).toMatchObject({
      failure: { message: 'Too many slice requests — try again shortly.' },
    })
  })

  test('never requests a wait of less than a second', async () => {
    const { deps } = depsWith(refusing(0))
    expect(await consumeRateLimit(deps, 'generate', 'a@example.com')).toMatchObject({
      failure: { retryAfterSeconds: 1 },
    })
  })

  verifies('limits.fails-closed', async () => {
    const { deps, logged } = depsWith(unreachable, true)
    expect(await consumeRateLimit(deps, 'generate', 'a@example.com')).toEqual({
      ok: false,
      failure: { kind: 'limiter_unavailable' },
    })
    expect(logged).toEqual([unreachableLine])
  })

  test('outside production the request is admitted when the database is unreachable, and this is logged', async () => {
    const { deps, logged } = depsWith(unreachable, false)
    expect((await consumeRateLimit(deps, 'generate', 'a@example.com')).ok).toBe(true)
    expect(logged).toEqual([unreachableLine])
  })

  test('a subject of any length is shortened to one that the database can store', async () => {
    let subject = ''
    const { deps } = depsWith({
      consume: async (_scope, sent) => {
        subject = sent
        return { allowed: true }
      },
    })
    await consumeRateLimit(deps, 'code-send', 'a'.repeat(100_000))
    expect(subject).toHaveLength(320)
    await consumeRateLimit(deps, 'code-send', 'a\0b')
    expect(subject).toBe('a b')
  })
})
