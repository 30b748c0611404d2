// The farm's queue and its last weeks: sums by quarter of an hour, and what happened since they were made from the history of orders.
import { sql } from 'kysely'
import { farmDefaults } from '../../../domain/lead-time/capacity.ts'
import {
  type FarmDay,
  type FarmLoad,
  type FarmLoadReader,
  historyDays,
} from '../../../domain/lead-time/farm-load.ts'
import type { Db } from '../../core/connect.ts'
import { isUnprinted } from '../../orders/order-statuses.ts'
import { farmMoves } from './planned-moves.ts'
import { readPrinterWork } from './printer-work.ts'
import { remainingCentihours } from './remaining-work.ts'

/** Reading needs no account, and the history of weeks does not change with the seconds. */
const cacheMs = 60_000
/** A history this many times as old is still returned while a new one is read, so that no page waits for it. */
const staleFactor = 10
/** The queue is read again after a second, or after this many times what reading it takes, whichever is later. */
const queueCacheMs = 1_000
const queueFactor = 20
/** An order is promised its date before its payment is written: for this long a reading may miss it. */
const commitMs = 1_000

type Options = {
  readonly cacheMs?: number
  readonly queueCacheMs?: number
  readonly printerHoursPerDay?: number
}

/**
 * Dates that are promised one after the other respect each other: the queue is at most some seconds old, and the hours promised by this
 * process since then are added to it.
 */
export function createFarmLoad(db: Db, options: Options = {}): FarmLoadReader {
  const { printerHoursPerDay = farmDefaults.hoursPerPrinterDay } = options
  const historyMs = options.cacheMs ?? cacheMs
  const queueMs = options.queueCacheMs ?? Math.min(historyMs, queueCacheMs)
  const history = keeping(() => readPast(db, printerHoursPerDay), {
    maxAgeMs: () => historyMs,
    staleFactor,
  })
  const queue = keeping(() => readQueue(db), {
    maxAgeMs: (readMs) => (queueMs === 0 ? 0 : Math.max(queueMs, queueFactor * readMs)),
    staleFactor: 1,
  })
  let promises: readonly Promised[] = []
  return {
    read: async () => {
      const [past, { value, startedAt }] = await Promise.all([history(), queue()])
      promises = promises.filter(({ at }) => at >= startedAt - commitMs)
      const hours = promises.reduce((sum, promised) => sum + promised.hours, 0)
      return { ...past.value, ...value, queuedHours: value.queuedHours + hours }
    },
    promised: (hours) => {
      promises = [...promises, { at: Date.now(), hours }]
    },
  }
}

type Promised = { readonly at: number; readonly hours: number }

type CachedLoad<T> = { readonly value: T; readonly startedAt: number; readonly readMs: number }

/** Reads once for concurrent calls. A failed reading is not kept: the next call reads the database again. */
function keeping<T>(
  read: () => Promise<T>,
  times: { readonly maxAgeMs: (readMs: number) => number; readonly staleFactor: number },
): () => Promise<CachedLoad<T>> {
  let latest: CachedLoad<T> | null = null
  let running: Promise<CachedLoad<T>> | null = null
  const readNow = async () => {
    const startedAt = Date.now()
    try {
      const value = await read()
      latest = { value, startedAt, readMs: Date.now() - startedAt }
      return latest
    } finally {
      running = null
    }
  }
  const refresh = () => {
    running ??= readNow()
    return running
  }
  return async () => {
    if (latest === null) return await refresh()
    const age = Date.now() - latest.startedAt
    const maxAgeMs = times.maxAgeMs(latest.readMs)
    if (age >= times.staleFactor * maxAgeMs) return await refresh()
    if (age >= maxAgeMs) refresh().catch(() => undefined)
    return latest
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

/** Since when the history itself is read: from the end of the sums, or the whole window. */
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
