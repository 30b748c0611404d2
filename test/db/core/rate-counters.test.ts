// The counters in a real PostgreSQL: windows on the floored clock, exact under load.

import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { createRateCounters, sweepRateCounters } from '../../../server/db/limits/rate-counters.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { use, useDatabase } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

// Far longer than the tests run, so they practically never cross the end of a window (the window of 1,000,000,000 s
// began in 2001 and ends in 2033).
const wide = 1_000_000_000

const database = useDatabase({ poolSize: 20 })
const counters = use(() => createRateCounters(database.db))

beforeEach(() => resetRateLimits(database.db))

const rows = () => database.db.selectFrom('rate_counters').selectAll().execute()

async function takeTimes(times: number, scope: string, subject: string, limit: number) {
  const taken: boolean[] = []
  for (let call = 0; call < times; call += 1) {
    taken.push((await counters.consume(scope, subject, limit, wide)).allowed)
  }
  return taken
}

describe('rate counters', () => {
  verifies('limits.concurrent', async () => {
    const responses = await Promise.all(
      Array.from({ length: 60 }, () => counters.consume('generate', 'a@example.com', 20, wide)),
    )
    expect(responses.filter((response) => response.allowed)).toHaveLength(20)
    expect((await rows()).map((row) => row.taken)).toEqual([20])
  })

  verifies('limits.refusal-not-counted', async () => {
    expect(await takeTimes(5, 'generate', 'a', 3)).toEqual([true, true, true, false, false])
    expect((await rows()).map((row) => row.taken)).toEqual([3])
  })

  verifies(['limits.scopes-independent', 'limits.subjects-independent'], async () => {
    expect(await takeTimes(2, 'generate', 'a', 1)).toEqual([true, false])
    expect(await takeTimes(2, 'generate-start', 'a', 1)).toEqual([true, false])
    expect(await takeTimes(2, 'generate', 'b', 1)).toEqual([true, false])
  })

  verifies(['limits.window-floored', 'limits.window-shared'], async () => {
    await counters.consume('generate', 'a', 5, 3600)
    await counters.consume('code-send', 'b', 5, 900)
    await counters.consume('code-send', 'c', 5, 900)
    const stored = await database.db
      .selectFrom('rate_counters')
      .select(['subject', sql<number>`extract(epoch from window_start)::float8`.as('start')])
      .select(sql<number>`extract(epoch from now() - window_start)::float8`.as('age'))
      .orderBy('subject')
      .execute()
    const lengths = [3600, 900, 900]
    expect(stored).toHaveLength(3)
    for (const [index, { start, age }] of stored.entries()) {
      const length = lengths[index] ?? 0
      expect(start % length).toBe(0)
      expect(age).toBeGreaterThanOrEqual(0)
      expect(age).toBeLessThan(length + 5)
    }
  })

  test('a refusal states the whole seconds to the end of the window', async () => {
    await counters.consume('generate', 'a', 1, wide)
    const before = Math.floor(Date.now() / 1000)
    const refused = await counters.consume('generate', 'a', 1, wide)
    if (refused.allowed) throw new Error('expected a refusal')
    // The clock is the database's; both run on this machine.
    const untilEnd = 2 * wide - before
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(untilEnd + 1)
    expect(refused.retryAfterSeconds).toBeGreaterThan(untilEnd - 60)
    expect(Number.isInteger(refused.retryAfterSeconds)).toBe(true)
  })

  test('a window of one second never says to wait zero seconds', async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => counters.consume('generate', 'a', 1, 1)),
    )
    const waits = responses.flatMap((response) =>
      response.allowed ? [] : [response.retryAfterSeconds],
    )
    expect(waits.length).toBeGreaterThan(0)
    expect(new Set(waits)).toEqual(new Set([1]))
  })

  test('an older window does not count for the present one', async () => {
    await counters.consume('generate', 'a', 1, 3600)
    await database.db
      .updateTable('rate_counters')
      .set({ window_start: sql`window_start - interval '1 hour'` })
      .execute()
    expect((await counters.consume('generate', 'a', 1, 3600)).allowed).toBe(true)
  })

  test('a limit below one throws instead of silently refusing or admitting', async () => {
    await expect(counters.consume('generate', 'a', 0, 60)).rejects.toThrow('at least 1')
  })

  test('the sweep removes old windows and keeps the present ones', async () => {
    await counters.consume('generate', 'old', 1, 3600)
    await counters.consume('images-day', 'of the day', 1, 86_400)
    await database.db
      .updateTable('rate_counters')
      .set({ window_start: sql`now() - interval '3 hours'` })
      .execute()
    await counters.consume('generate', 'new', 1, 3600)
    expect(await sweepRateCounters(database.db, ['images-day'])).toBe(1)
    expect((await rows()).map((row) => row.subject).toSorted()).toEqual(['new', 'of the day'])
  })
})
