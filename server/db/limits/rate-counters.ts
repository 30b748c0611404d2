// The rate limiter's counters, on the database's clock, so that all processes agree on the window.
import { sql } from 'kysely'
import type { RateCounters, RateLimitResult } from '../../domain/limits/ports.ts'
import type { Db } from '../core/connect.ts'

export function createRateCounters(db: Db): RateCounters {
  return {
    consume: (scope, subject, limit, windowSeconds, slots = 1) =>
      take(db, { scope, subject, limit, windowSeconds, slots }),
  }
}

/**
 * Takes slots in one statement. The insert takes the first slots; the conflict branch takes further ones only while the window has free
 * slots. No row means that the request is rejected and was not counted. Concurrent callers wait for the row, so together they cannot
 * exceed the limit. The table is unlogged: a counter costs no disk sync, and a crash resets it.
 */
async function take(
  db: Db,
  request: {
    scope: string
    subject: string
    limit: number
    windowSeconds: number
    slots: number
  },
): Promise<RateLimitResult> {
  const { scope, subject, limit, windowSeconds, slots } = request
  if (limit < 1) throw new Error(`The limit of ${scope} must be at least 1, but is ${limit}.`)
  const { rows } = await sql<{ taken: number | null; wait: number }>`
    with clock as (
      select to_timestamp(floor(extract(epoch from now()) / ${windowSeconds}::int) * ${windowSeconds}::int) as opened
    ), counted as (
      insert into rate_counters as counter (scope, subject, window_start, taken)
      select ${scope}, ${subject}, opened, greatest(0, ${slots}::int) from clock
      where ${slots}::int <= ${limit}::int
      on conflict (scope, subject, window_start) do update
      set taken = greatest(0, counter.taken + ${slots}::int)
      where counter.taken::bigint + ${slots}::int <= ${limit}::int
      returning taken
    )
    select
      (select taken from counted) as taken,
      greatest(1, ceil(extract(epoch from opened - now()) + ${windowSeconds}::int))::int as wait
    from clock`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new Error('The rate counter returned no row.')
  const { taken, wait } = row
  return taken === null
    ? { allowed: false, retryAfterSeconds: wait }
    : { allowed: true, left: { remaining: limit - taken, resetSeconds: wait } }
}

/**
 * Deletes counters whose window began more than a day ago for `dayScopes`, or an hour ago for all others. Returns their number. Safe to
 * run at any time.
 */
export async function sweepRateCounters(db: Db, dayScopes: readonly string[]): Promise<number> {
  const hours = sql`case when scope = any(${dayScopes}::text[]) then 24 else 1 end`
  const { numDeletedRows } = await db
    .deleteFrom('rate_counters')
    .where('window_start', '<', sql<Date>`now() - make_interval(hours => ${hours})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
