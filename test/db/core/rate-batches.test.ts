// Rate-limit slots granted in blocks, on a real PostgreSQL. Counts are exact in one process, never exceed the limit
// across several, and include slots that are taken one at a time.

import { beforeEach, describe, expect, test } from 'bun:test'
import {
  createBatchedRateCounters,
  createReserveBatch,
} from '../../../server/db/limits/rate-batches.ts'
import { createRateCounters } from '../../../server/db/limits/rate-counters.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { useDatabase } from '../../../testing/use.ts'

/** A window that began in 2001 and ends in 2033: no test crosses its end. */
const wide = 1_000_000_000
const scope = 'agent-endpoint'

const database = useDatabase({ poolSize: 20 })
beforeEach(() => resetRateLimits(database.db))

const stored = async () =>
  (await database.db.selectFrom('rate_counters').select('taken').execute()).map((row) => row.taken)

describe('blocks of slots in PostgreSQL', () => {
  test('a block is granted in full, then the remainder, then nothing', async () => {
    const takeBlock = createReserveBatch(database)
    const grants: number[] = []
    for (let call = 0; call < 4; call += 1) {
      grants.push((await takeBlock(scope, 'a', 20, wide, 8)).granted)
    }
    expect(grants).toEqual([8, 8, 4, 0])
    const single = await createRateCounters(database.db).consume(scope, 'a', 20, wide)
    expect(single).toMatchObject({ allowed: false })
  })

  test('blocks that are taken concurrently share the limit', async () => {
    const takeBlock = createReserveBatch(database)
    const blocks = await Promise.all(
      Array.from({ length: 50 }, (_, index) => takeBlock(scope, 'a', 600, wide, 1 + (index % 20))),
    )
    // 1 to 20 twice and 1 to 10: 210 + 210 + 55.
    expect(blocks.reduce((sum, { granted }) => sum + granted, 0)).toBe(475)
    const more = await Promise.all(
      Array.from({ length: 20 }, () => takeBlock(scope, 'a', 600, wide, 20)),
    )
    expect(more.reduce((sum, { granted }) => sum + granted, 0)).toBe(125)
  })

  test('the remaining time is that of the window, by the clock of the database', async () => {
    const { windowLeftMs } = await createReserveBatch(database)(scope, 'a', 600, 3600, 1)
    const byOurClock = 3_600_000 - (Date.now() % 3_600_000)
    expect(Math.abs(windowLeftMs - byOurClock)).toBeLessThan(60_000)
    expect(windowLeftMs).toBeGreaterThan(0)
  })

  test('of a thousand calls of one process, exactly the limit is admitted, and stored', async () => {
    const counters = createBatchedRateCounters(database)
    const responses = await Promise.all(
      Array.from({ length: 1000 }, async () => counters.consume(scope, 'a', 600, wide)),
    )
    expect(responses.filter(({ allowed }) => allowed)).toHaveLength(600)
    expect((await stored())[0]).toBeGreaterThanOrEqual(600)
  })

  test('several concurrent processes never admit more than the limit', async () => {
    const processes = Array.from({ length: 4 }, () => createBatchedRateCounters(database))
    const responses = await Promise.all(
      Array.from({ length: 2000 }, async (_, index) =>
        processes[index % 4]?.consume(scope, 'a', 600, wide),
      ),
    )
    const passed = responses.filter((response) => response?.allowed).length
    expect(passed).toBeLessThanOrEqual(600)
    // When one process refuses, each of the others still holds at most an eighth of the limit.
    expect(passed).toBeGreaterThan(600 - 4 * 75)
  })
})
