// Sums up the farm's work by quarter of an hour, for the lead time. A quarter is written once, some time after its end. What happened
// since then is read from the history (read-load.ts), as is everything while no worker runs.
import { sql } from 'kysely'
import { historyDays } from '../../../domain/lead-time/farm-load.ts'
import { type Chunk, chunkRow, type Outcome, sumInChunks } from '../../core/chunks.ts'
import type { Db, Tx } from '../../core/connect.ts'
import { readRows } from '../../core/read-rows.ts'
import { advisoryLocks } from '../../core/transactions/advisory-locks.ts'
import { lateCommitMinutes } from '../../core/transactions/late-commits.ts'
import { farmMoves } from './planned-moves.ts'

/** Hours per transaction. A first run reads weeks, and its transactions must be short. */
const chunkHours = 6
/** Number of packing times stored per quarter: all of them for up to 768 orders a day. */
const packingSamples = 8

/** A calendar day may begin 14 hours before the UTC day. */
const keptDays = historyDays + 2

/** Sums up what is missing. Returns false while another process is already running this. */
export async function sumUpFarm(db: Db): Promise<boolean> {
  return await sumInChunks(db, advisoryLocks.farmQuarterHours, sumUpChunk)
}

async function sumUpChunk(tx: Tx): Promise<Outcome> {
  const chunk = await nextChunk(tx)
  if (chunk === null) return 'done'
  await addQuarters(tx, chunk)
  await sql`
    delete from farm_quarter_hours where start < now() - make_interval(days => ${keptDays})`.execute(
    tx,
  )
  await sql`
    insert into farm_quarter_hours_progress (done_until) values (${chunk.to})
    on conflict (single) do update set done_until = excluded.done_until`.execute(tx)
  return chunk.isLast ? 'done' : 'more'
}

/**
 * Returns the chunk from the next quarter with an event, or null when no quarter has ended since the last run. Time zones differ by whole
 * quarters.
 */
async function nextChunk(tx: Tx): Promise<Chunk | null> {
  const rows = await readRows(
    tx,
    chunkRow,
    sql`
    with bounds as (
      select greatest((select done_until from farm_quarter_hours_progress),
          date_bin('15 minutes', now() - make_interval(days => ${keptDays}), 'epoch')) as begin,
        date_bin('15 minutes', now() - make_interval(mins => ${lateCommitMinutes}), 'epoch') as "end"
    ), start as (
      select least("end", date_bin('15 minutes', least(
          (select min(at) from order_events where at >= begin),
          (select min(finished_at) from print_jobs where state = 'done' and finished_at >= begin)
        ), 'epoch')) as "from", "end"
      from bounds where begin < "end"
    )
    select "from", least("end", "from" + make_interval(hours => ${chunkHours})) as "to",
      "end" <= "from" + make_interval(hours => ${chunkHours}) as "isLast"
    from start`,
  )
  return rows[0] ?? null
}

/** Adds the sums of a chunk. Samples the packed orders by a hash of their ids, which is independent of their other data. */
async function addQuarters(tx: Tx, { from, to }: Chunk): Promise<void> {
  const range = { from: sql`${from}::timestamptz`, to: sql`${to}::timestamptz` }
  await sql`
    with ${farmMoves(range)}, quarters as (
      select date_bin('15 minutes', at, 'epoch') as start, sum(arrived_hours) as arrived_hours, sum(finished_hours) as finished_hours,
        sum(finished_orders) as finished_orders, sum(dropped_hours) as dropped_hours
      from moves group by 1
    ), packing as (
      select date_bin('15 minutes', at, 'epoch') as start, count(*) as orders, array_agg(days order by hashtext(order_id::text)) as days
      from packed group by 1
    )
    insert into farm_quarter_hours (start, arrived_hours, finished_hours, finished_orders, dropped_hours, packed_orders, packing_days)
    select start, coalesce(arrived_hours, 0), coalesce(finished_hours, 0), coalesce(finished_orders, 0), coalesce(dropped_hours, 0),
      coalesce(packing.orders, 0), coalesce(packing.days[1:${sql.lit(packingSamples)}], '{}')
    from quarters full join packing using (start)
    on conflict (start) do nothing`.execute(tx)
}
