// The farm's queue and its last weeks. The weeks come from sums by quarter of an hour; what happened since the last sum comes from the
// history of orders.

import { sql } from 'kysely'
import type { OrderId } from '../../../domain/base/ids/order-id.ts'
import type { Log } from '../../../domain/base/ports.ts'
import { farmDefaults } from '../../../domain/lead-time/capacity.ts'
import {
  type FarmDay,
  type FarmLoad,
  type FarmLoadReader,
  historyDays,
} from '../../../domain/lead-time/farm-load.ts'
import { cachedReading } from '../../core/cached-reading.ts'
import type { Db } from '../../core/connect.ts'
import { isUnprinted } from '../../orders/order-statuses.ts'
import { farmMoves } from './planned-moves.ts'
import { readPrinterWork } from './printer-work.ts'
import { createPromises, type ReadQueue } from './promises.ts'
import { remainingCentihours } from './remaining-work.ts'

export const noSumsProgress = 'The progress of the sums could not be read.'

/** How long the history is cached: requests without an account can read it, and weeks of history do not change within seconds. */
const cacheMs = 60_000
/** A history up to this many times as old is still returned while a new one is read, so that no page waits for it. */
const staleFactor = 10
/** The queue is read again after one second, or after this many times the duration of its reading, whichever is later. */
const queueCacheMs = 1_000
const queueFactor = 20
/** A reading names the orders that changed within this time: a process may be promising their date while another one writes them. */
const recentSeconds = 60

type Options = {
  readonly cacheMs?: number
  readonly queueCacheMs?: number
  readonly printerHoursPerDay?: number
  readonly log?: Pick<Log, 'warn'>
  /** Defaults to UTC. */
  readonly timeZone?: string
}

/**
 * Creates the reader. Consecutive promises take each other into account: the queue is at most some seconds old, and the reader adds the
 * hours that this process has promised and the queue does not include yet.
 */
export function createFarmLoad(db: Db, options: Options = {}): FarmLoadReader {
  const { printerHoursPerDay = farmDefaults.hoursPerPrinterDay, timeZone = 'UTC' } = options
  const historyMs = options.cacheMs ?? cacheMs
  const queueMs = options.queueCacheMs ?? Math.min(historyMs, queueCacheMs)
  const history = cachedReading(() => readPast(db, printerHoursPerDay), {
    maxAgeMs: () => historyMs,
    staleFactor,
    onFailure: (error) => options.log?.warn('farm_load.not_read', { error }),
  })
  const queue = cachedReading(() => readQueue(db), {
    maxAgeMs: (readMs) => (queueMs === 0 ? 0 : Math.max(queueMs, queueFactor * readMs)),
  })
  const promises = createPromises()
  return {
    timeZone,
    read: async () => {
      const [past, { queuedOrders }] = await Promise.all([
        history(),
        // Drops the promises that the queue includes, even when the history cannot be read.
        queue().then(({ value, startedAt }) => {
          promises.useQueue(value, startedAt)
          return value
        }),
      ])
      return { ...past.value, queuedOrders, queuedHours: promises.hoursAhead() }
    },
    promised: promises.add,
  }
}

type Past = Omit<FarmLoad, 'queuedOrders' | 'queuedHours'>

async function readPast(db: Db, printerHoursPerDay: number): Promise<Past> {
  const [{ days, ...packing }, printers] = await Promise.all([readHistory(db), readPrinterWork(db)])
  const byAge = new Map(days.map(({ ago, ...day }) => [ago, day]))
  const dayOf = (ago: number): FarmDay => byAge.get(ago) ?? idleDay
  return {
    today: dayOf(0),
    days: Array.from({ length: historyDays }, (_, index) => dayOf(index + 1)),
    ...packing,
    ...(printers !== null && { printers: { ...printers, defaultHoursPerDay: printerHoursPerDay } }),
  }
}

const idleDay: FarmDay = { arrivedHours: 0, finishedHours: 0, finishedOrders: 0, droppedHours: 0 }

async function readQueue(
  db: Db,
): Promise<Pick<FarmLoad, 'queuedOrders' | 'queuedHours'> & ReadQueue> {
  const { rows } = await sql<{ orders: number; hours: number; recent: readonly OrderId[] | null }>`
    select count(*)::int as orders,
      coalesce(sum(${remainingCentihours}), 0)::float8 / 100 as hours,
      array_agg(id::text) filter (where updated_at > now() - make_interval(secs => ${recentSeconds})) as recent
    from orders
    where ${isUnprinted}`.execute(db)
  const [row] = rows
  return {
    queuedOrders: row?.orders ?? 0,
    queuedHours: row?.hours ?? 0,
    recent: new Set(row?.recent ?? []),
  }
}

type History = Pick<FarmLoad, 'packingDays' | 'shippedOrders'> & {
  readonly days: readonly (FarmDay & { readonly ago: number })[]
}

/** Returns the time from which the history itself is read: the end of the sums, or the start of the window. */
async function readLiveFrom(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select greatest(current_date - ${historyDays}::int, (select done_until from farm_quarter_hours_progress)) as at`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error(noSumsProgress)
  return row.at
}

/**
 * Reads the last weeks. Days are in the session's time zone. The median of the packing times covers all orders; where a quarter stored
 * only a sample, each stored time is weighted accordingly.
 */
async function readHistory(db: Db): Promise<History> {
  // A separate statement, so that the next one is planned with the moment as a value.
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
