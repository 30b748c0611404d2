// Sums up the history of orders by hour, day and month. Safe to run at any time and in several processes: each run replaces the sums of
// the hours that it reads.
import { sql } from 'kysely'
import { type Chunk, chunkRow, type Outcome, sumInChunks } from '../core/chunks.ts'
import type { Db, Tx } from '../core/connect.ts'
import { readRows } from '../core/read-rows.ts'
import { advisoryLocks } from '../core/transactions/advisory-locks.ts'
import { lateCommitMinutes } from '../core/transactions/late-commits.ts'
import { orderMoves } from './order-moves.ts'

/** Days per transaction. A first run reads the complete history, and the transactions must be short and planned by index. */
const chunkDays = 2

/**
 * Sums up the history. `timeZone` is an IANA name; when it changes, all sums are computed again. Returns false while another process is
 * already running this.
 */
export async function sumUpOrders(db: Db, timeZone: string): Promise<boolean> {
  return await sumInChunks(db, advisoryLocks.orderHours, (tx) => sumUpChunk(tx, timeZone))
}

async function sumUpChunk(tx: Tx, timeZone: string): Promise<Outcome> {
  // Compiling the statement takes longer than running it.
  await sql`set local jit = off`.execute(tx)
  await forgetOtherZones(tx, timeZone)
  const chunk = await nextChunk(tx, timeZone)
  if (chunk === null) return 'done'
  await replaceHours(tx, chunk, timeZone)
  await replaceDays(tx, chunk, timeZone)
  await replaceMonths(tx, chunk, timeZone)
  await sql`
    insert into order_hours_progress (time_zone, done_until) values (${timeZone}, least(${chunk.to}, now()))
    on conflict (single) do update set done_until = excluded.done_until`.execute(tx)
  return chunk.isLast ? 'done' : 'more'
}

async function forgetOtherZones(tx: Tx, timeZone: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('order_hours_progress')
    .where('time_zone', '<>', timeZone)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  await tx.deleteFrom('order_hours').execute()
  await tx.deleteFrom('order_days').execute()
  await tx.deleteFrom('order_months').execute()
}

/** Returns the chunk from the next hour with an event, or null when there is none. */
async function nextChunk(tx: Tx, timeZone: string): Promise<Chunk | null> {
  const rows = await readRows(
    tx,
    chunkRow,
    sql`
    with begin as (
      select date_trunc('hour', coalesce((select done_until - make_interval(mins => ${lateCommitMinutes}) from order_hours_progress),
        (select min(at) from order_events)), ${timeZone}) as at
    ), start as (
      select greatest(at, date_trunc('hour', coalesce(least(
        (select min(at) from order_events where order_events.at >= begin.at),
        (select min(finished_at) from print_jobs where state = 'done' and finished_at >= begin.at)
      ), now() - make_interval(mins => ${lateCommitMinutes})), ${timeZone})) as "from"
      from begin where at is not null
    ), bounds as (
      select "from", least("from" + make_interval(days => ${chunkDays}), date_trunc('hour', now(), ${timeZone}) + interval '1 hour') as "to"
      from start where "from" is not null
    )
    select "from", "to", "to" > now() as "isLast" from bounds`,
  )
  return rows[0] ?? null
}

async function replaceHours(tx: Tx, { from, to }: Chunk, timeZone: string): Promise<void> {
  await tx.deleteFrom('order_hours').where('hour', '>=', from).where('hour', '<', to).execute()
  await sql`
    insert into order_hours (hour, kind, material, color, orders, parts, grams, centihours, cents)
    select date_trunc('hour', at, ${timeZone}), kind, material, color,
      sum(orders), sum(parts), sum(grams), sum(centihours), sum(cents)
    from (${orderMoves({ from: sql`${from}`, to: sql`${to}` })}) as moves
    group by 1, 2, 3, 4`.execute(tx)
  await sql`
    insert into order_hours (hour, kind, material, color, orders, parts, grams, centihours, cents)
    select hour, kind, '', '', sum(orders), sum(parts), sum(grams), sum(centihours), sum(cents)
    from order_hours where hour >= ${from} and hour < ${to}
    group by hour, kind`.execute(tx)
}

/** Replaces the days of the hours in the chunk. */
async function replaceDays(tx: Tx, { from, to }: Chunk, timeZone: string): Promise<void> {
  const { first, end } = wholePeriods('day', { from, to }, timeZone)
  await sql`delete from order_days where day >= ${first} and day < ${end}`.execute(tx)
  await sql`
    insert into order_days (day, kind, material, color, orders, parts, grams, centihours, cents)
    select date_trunc('day', hour, ${timeZone}), kind, coalesce(material, ''), coalesce(color, ''),
      sum(orders), sum(parts), sum(grams), sum(centihours), sum(cents)
    from order_hours where hour >= ${first} and hour < ${end} and material <> ''
    group by grouping sets ((1, kind, material), (1, kind, color), (1, kind))`.execute(tx)
}

/** Replaces the months of the days in the chunk. */
async function replaceMonths(
  tx: Tx,
  chunk: Pick<Chunk, 'from' | 'to'>,
  timeZone: string,
): Promise<void> {
  const { first, end } = wholePeriods('month', chunk, timeZone)
  await sql`delete from order_months where month >= ${first} and month < ${end}`.execute(tx)
  await sql`
    insert into order_months (month, kind, material, color, orders, parts, grams, centihours, cents)
    select date_trunc('month', day, ${timeZone}), kind, material, color,
      sum(orders), sum(parts), sum(grams), sum(centihours), sum(cents)
    from order_days where day >= ${first} and day < ${end} and (material <> '' or color <> '')
    group by 1, kind, material, color`.execute(tx)
}

/** Extends a range to whole periods: from the start of the period of `from` to the end of the period of the last moment before `to`. */
function wholePeriods(
  period: 'day' | 'month',
  { from, to }: Pick<Chunk, 'from' | 'to'>,
  timeZone: string,
) {
  const interval = sql`${`1 ${period}`}::interval`
  return {
    first: sql`date_trunc(${period}, ${from}::timestamptz, ${timeZone})`,
    end: sql`(date_trunc(${period}, (${to}::timestamptz - interval '1 microsecond'), ${timeZone}) at time zone ${timeZone}
      + ${interval}) at time zone ${timeZone}`,
  }
}
