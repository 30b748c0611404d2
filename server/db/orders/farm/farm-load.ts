// The farm's queue and its last weeks: sums by quarter of an hour, and what happened since they were made from the history of orders.
import { sql } from 'kysely'
import {
  type FarmDay,
  type FarmLoad,
  type FarmLoadReader,
  historyDays,
} from '../../../domain/lead-time/farm-load.ts'
import type { Db } from '../../core/connect.ts'
import { isUnprinted } from '../order-statuses.ts'
import { farmMoves } from './farm-moves.ts'
import { remainingCentihours } from './remaining-work.ts'

/** Reading needs no account, and lead times in days do not change with the seconds. */
const cacheMs = 60_000
/** A reading this many times as old is still returned while a new one is made, so that no page waits for it. */
const staleFactor = 10

export function createFarmLoad(db: Db, options: { cacheMs?: number } = {}): FarmLoadReader {
  const maxAgeMs = options.cacheMs ?? cacheMs
  let latest: Reading | null = null
  let running: Promise<FarmLoad> | null = null
  const refresh = (): Promise<FarmLoad> => {
    if (running !== null) return running
    const load = readLoad(db)
    running = load
    // A failed reading is not kept: the next call reads the database again.
    load
      .then(
        (read) => {
          latest = { load: read, at: Date.now() }
        },
        () => undefined,
      )
      .finally(() => {
        running = null
      })
    return load
  }
  return {
    read: async () => {
      const age = latest === null ? Number.POSITIVE_INFINITY : Date.now() - latest.at
      if (latest === null || age >= staleFactor * maxAgeMs) return refresh()
      if (age >= maxAgeMs) refresh().catch(() => undefined)
      return latest.load
    },
  }
}

type Reading = { readonly load: FarmLoad; readonly at: number }

async function readLoad(db: Db): Promise<FarmLoad> {
  const [queue, { days, ...packing }] = await Promise.all([readQueue(db), readHistory(db)])
  const byAge = new Map(days.map(({ ago, ...day }) => [ago, day]))
  const dayOf = (ago: number): FarmDay => byAge.get(ago) ?? idleDay
  return {
    ...queue,
    today: dayOf(0),
    days: Array.from({ length: historyDays }, (_, index) => dayOf(index + 1)),
    ...packing,
  }
}

const idleDay: FarmDay = { arrivedHours: 0, finishedHours: 0, finishedOrders: 0, droppedHours: 0 }

async function readQueue(db: Db): Promise<Pick<FarmLoad, 'queuedOrders' | 'queuedHours'>> {
  const { rows } = await sql<{ orders: number; hours: number }>`
    select count(*)::int as orders,
      coalesce(sum(${remainingCentihours}), 0)::float8 / 100 as hours
    from orders
    where ${isUnprinted}`.execute(db)
  const [row] = rows
  return { queuedOrders: row?.orders ?? 0, queuedHours: row?.hours ?? 0 }
}

type History = Pick<FarmLoad, 'packingDays' | 'shippedOrders'> & {
  readonly days: readonly (FarmDay & { readonly ago: number })[]
}

/** From here on the history itself is read: from the end of the sums, or the whole window. */
async function readLiveFrom(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select greatest(current_date - ${historyDays}::int, (select done_until from farm_quarter_hours_progress)) as at`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the progress of the sums could not be read')
  return row.at
}

/**
 * Days are those of the session's time zone. The median of the packing times is that of all orders; where a quarter of an hour stored only
 * some of them, each is weighted by its share.
 */
async function readHistory(db: Db): Promise<History> {
  // A statement of its own: the next one is planned with the moment as a value.
  const liveFrom = sql`${await readLiveFrom(db)}::timestamptz`
  const { rows } = await sql<History>`
    with ${farmMoves({ from: liveFrom, to: sql`'infinity'::timestamptz` })}, summed as materialized (
      select * from farm_quarter_hours where start >= (current_date - ${historyDays}::int) and start < ${liveFrom}
    ), days as (
      select current_date - at::date as ago,
        sum(arrived_hours)::float8 as "arrivedHours",
        sum(finished_hours)::float8 as "finishedHours",
        sum(finished_orders)::int as "finishedOrders",
        sum(dropped_hours)::float8 as "droppedHours"
      from (
        select at, arrived_hours, finished_hours, finished_orders, dropped_hours from moves
        union all
        select start, arrived_hours, finished_hours, finished_orders, dropped_hours from summed
      ) as all_moves
      group by ago
    ), packing as (
      select days, 1::float8 as orders from packed
      union all
      select kept, packed_orders::float8 / cardinality(packing_days) from summed cross join unnest(packing_days) as kept
    ), ranked as (
      select days, sum(orders) over (order by days rows unbounded preceding) as upto, sum(orders) over () as total from packing
    )
    select coalesce((select json_agg(days) from days), '[]'::json) as days,
      (select (min(days) filter (where upto >= total / 2) + min(days) filter (where upto > total / 2)) / 2 from ranked) as "packingDays",
      (select count(*) from packed)::int + coalesce((select sum(packed_orders) from summed), 0)::int as "shippedOrders"`.execute(
    db,
  )
  return rows[0] ?? { days: [], packingDays: null, shippedOrders: 0 }
}
