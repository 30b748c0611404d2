// The farm's queue and its last weeks, counted from orders and the history of their statuses.
import { sql } from 'kysely'
import {
  type FarmDay,
  type FarmLoad,
  type FarmLoadReader,
  historyDays,
} from '../../domain/lead-time/farm-load.ts'
import type { Db } from '../core/connect.ts'
import { goodPartsAt } from './good-parts.ts'
import { remainingCentihours } from './remaining-work.ts'

/**
 * Reading needs no account, and lead times in days do not change with the seconds. Four weeks of 3,600 orders a day take 0.7 s to
 * count on a busy machine (2026-11-21).
 */
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
    where status in ('RECEIVED', 'ACCEPTED', 'PRINTING') and paid`.execute(db)
  const [row] = rows
  return { queuedOrders: row?.orders ?? 0, queuedHours: row?.hours ?? 0 }
}

type History = Pick<FarmLoad, 'packingDays' | 'shippedOrders'> & {
  readonly days: readonly (FarmDay & { readonly ago: number })[]
}

/**
 * Each order that changed recently, with the first times at which it came in, was finished or was dropped; then summed up. Parts of
 * print jobs are finished when their job was; the order's own time counts for the rest of its parts. Everything about an order is looked
 * up by its id: written as joins, the planner would read all orders and events.
 */
async function readHistory(db: Db): Promise<History> {
  const { rows } = await sql<History>`
    with touched as (
      select distinct order_id from order_events where at >= (current_date - ${historyDays}::int)
    ), firsts as materialized (
      select touched.order_id, times.* from touched cross join lateral (select
        min(at) filter (where status = 'RECEIVED') as arrived,
        min(at) filter (where status in ('PRINTED', 'SHIPPED', 'DELIVERED')) as finished,
        min(at) filter (where status in ('CANCELLED', 'REJECTED')) as dropped,
        min(at) filter (where status = 'PRINTED') as printed,
        min(at) filter (where status = 'SHIPPED') as shipped
      from order_events where order_events.order_id = touched.order_id) as times
    ), work as materialized (
      select firsts.*, ordered.*, jobs.*
      from firsts cross join lateral (
        select quantity, coalesce(lines_centihours::float8 / quantity, centihours_per_part) / 100 as part_hours
        from orders where orders.id = firsts.order_id offset 0
      ) as ordered cross join lateral (
        select coalesce(sum(${goodPartsAt(sql`finished`)}) filter (where finished_at <= finished), 0) as good_finished,
          coalesce(sum(${goodPartsAt(sql`dropped`)}) filter (where finished_at <= dropped), 0) as good_dropped
        from print_jobs where print_jobs.order_id = firsts.order_id and state = 'done'
      ) as jobs
      where arrived is not null
    ), moves as (
      select arrived as at, quantity * part_hours as arrived_hours, 0 as finished_hours, 0 as finished_orders, 0 as dropped_hours
      from work
      union all
      select finished, 0, greatest(0, quantity - good_finished) * part_hours, 1, 0 from work
      where finished is not null and (dropped is null or finished <= dropped)
      union all
      select dropped, 0, 0, 0, greatest(0, quantity - good_dropped) * part_hours from work
      where dropped is not null and (finished is null or dropped < finished)
      union all
      select finished_at, 0, good * part.centihours::float8 / 100, 0, 0
      from print_jobs cross join lateral (
        select coalesce(lines_centihours::float8 / quantity, centihours_per_part) as centihours from orders where orders.id = print_jobs.order_id offset 0
      ) as part
      where print_jobs.state = 'done' and finished_at >= (current_date - ${historyDays}::int)
    ), days as (
      select current_date - at::date as ago,
        sum(arrived_hours)::float8 as "arrivedHours",
        sum(finished_hours)::float8 as "finishedHours",
        sum(finished_orders)::int as "finishedOrders",
        sum(dropped_hours)::float8 as "droppedHours"
      from moves
      where at >= (current_date - ${historyDays}::int)
      group by ago
    ), packing as (
      select count(*)::int as orders,
        percentile_cont(0.5) within group (order by extract(epoch from shipped - printed) / 86400)::float8 as median
      from firsts
      where shipped >= printed and shipped >= (current_date - ${historyDays}::int)
    )
    select coalesce((select json_agg(days) from days), '[]'::json) as days,
      packing.median as "packingDays", packing.orders as "shippedOrders"
    from packing`.execute(db)
  return rows[0] ?? { days: [], packingDays: null, shippedOrders: 0 }
}
