// Counters of scopes in which every request of a busy endpoint takes a slot. Slots are reserved in blocks and consumed from memory.
import { sql } from 'kysely'
import { batchedRateLimiter, type ReserveBatch } from '../../domain/limits/batched-rate-limiter.ts'
import type { RateCounters } from '../../domain/limits/ports.ts'
import { batchedScopes } from '../../domain/limits/table.ts'
import type { OpenDatabase } from '../core/connect.ts'
import { prepare } from '../core/connection/prepared.ts'
import { createRateCounters } from './rate-counters.ts'

/** Creates the counters of a process. Scopes that the limits table marks use blocks; all others are counted one by one. */
export function createBatchedRateCounters(
  database: Pick<OpenDatabase, 'db' | 'pool'>,
): RateCounters {
  return batchedRateLimiter({
    counters: createRateCounters(database.db),
    reserveBatch: createReserveBatch(database),
    scopes: batchedScopes,
    nowMs: () => performance.now(),
  })
}

/**
 * Reserves a block in one statement, like the statement for a single slot: the conflict branch counts only while the window has free
 * slots. The last block may count beyond the limit. The excess is not granted, and later requests are rejected anyway.
 */
export function createReserveBatch({ db, pool }: Pick<OpenDatabase, 'db' | 'pool'>): ReserveBatch {
  const query = sql<{ taken: number | null; left_ms: number }>`
    with clock as (
      select to_timestamp(floor(extract(epoch from now()) / ${0}::int) * ${0}::int) as opened
    ), counted as (
      insert into rate_counters as counter (scope, subject, window_start, taken)
      select ${''}::text, ${''}::text, opened, ${0}::int from clock
      on conflict (scope, subject, window_start) do update set taken = counter.taken + ${0}::int
      where counter.taken < ${0}::int
      returning taken
    )
    select
      (select taken from counted) as taken,
      (extract(epoch from opened - now()) * 1000 + ${0}::int * 1000.0)::float8 as left_ms
    from clock`.compile(db)
  const run = prepare<
    { taken: number | null; left_ms: number },
    [number, number, string, string, number, number, number, number]
  >(pool, 'take-rate-block', query)
  return async (scope, subject, limit, seconds, want) => {
    if (want < 1 || want > limit) throw new Error(`${want} slots of ${limit} in ${scope}`)
    const [row] = await run(seconds, seconds, scope, subject, want, want, limit, seconds)
    if (row === undefined) throw new Error('The rate counter returned no row.')
    const { taken, left_ms: windowLeftMs } = row
    const granted = taken === null ? 0 : want - Math.max(0, taken - limit)
    return { granted, windowLeftMs }
  }
}
