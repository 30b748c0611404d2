// Reads the sums of orders and adds what happened since they were last computed. Steps come from the totals of days and hours. Materials
// and colors come from months, the remaining days at both ends, and the hours of today. The last one to two hours come from the events
// themselves.

import { type RawBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { hourMs } from '../../domain/base/time/day.ts'
import { findStockColor } from '../../domain/catalog/colors.ts'
import {
  type MoveKind,
  moveKinds,
  noMoves,
  noSums,
  type Sums,
  type SumsByKind,
  type Throughput,
  type ThroughputReader,
} from '../../domain/desk/throughput.ts'
import type { RangeStep, ThroughputRange } from '../../domain/desk/throughput-range.ts'
import type { Db } from '../core/connect.ts'
import { createKeptReadings, type KeptReadings } from '../core/kept-readings.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { noSumsProgress } from '../farm/load/read-load.ts'
import { orderMoves } from './order-moves.ts'

/** Number of cached ranges, each with up to some thousand rows. */
const maxKept = 16

export function createThroughput(db: Db, timeZone: string): ThroughputReader {
  const closed = createKeptReadings<readonly SumsRow[]>(maxKept)
  return { read: (range) => readThroughput(db, { timeZone, closed, range }) }
}

type Reading = {
  readonly timeZone: string
  readonly closed: KeptReadings<readonly SumsRow[]>
  readonly range: ThroughputRange
}

async function readThroughput(db: Db, { timeZone, closed, range }: Reading): Promise<Throughput> {
  // A separate statement, so that the next statements are planned with the moments as values.
  const bounds = await readBounds(db, timeZone, range)
  const question: Question = { timeZone, step: range.step, bounds }
  const [ended, running] = await Promise.all([
    isFinal(bounds)
      ? closed.get(JSON.stringify([range.step, bounds.from, bounds.daysTo]), () =>
          readClosed(db, question),
        )
      : readClosed(db, question),
    readRunning(db, question),
  ])
  return throughputOf(bounds, [...ended, ...running])
}

/** Whether the range is final. Sums are recomputed for an hour before `liveFrom`; see order-hours.ts. */
const isFinal = ({ liveFrom, daysTo }: Bounds): boolean =>
  liveFrom.getTime() - daysTo.getTime() >= hourMs

const boundsRow = v.object({
  from: v.date(),
  to: v.date(),
  /** Events from this moment on may not be summed up yet. */
  liveFrom: v.date(),
  /** Start of the day of `liveFrom`, which is not complete, or `from` when that is later. */
  daysTo: v.date(),
  /** Start of the whole months before `daysTo`. There are none when `monthsTo` is not after `monthsFrom`. */
  monthsFrom: v.date(),
  monthsTo: v.date(),
  starts: v.array(v.date()),
})

type Bounds = v.InferOutput<typeof boundsRow>

const intervals: Readonly<Record<RangeStep, string>> = {
  hour: '1 hour',
  day: '1 day',
  week: '7 days',
}

async function readBounds(
  db: Db,
  timeZone: string,
  { from, to, step }: ThroughputRange,
): Promise<Bounds> {
  const first = sql`${from}::date::timestamp`
  const end = sql`(${to}::date + 1)::timestamp`
  const interval = sql`${intervals[step]}::interval`
  // Hours are counted in absolute time: a day on which the clocks change has 23 or 25.
  const starts =
    step === 'hour'
      ? sql`generate_series(${first} at time zone ${timeZone}, ${end} at time zone ${timeZone} - interval '1 second', ${interval})`
      : sql`generate_series(${first}, ${end} - interval '1 second', ${interval}) at time zone ${timeZone}`
  const rows = await readRows(
    db,
    boundsRow,
    sql`
    with progress as (
      select least(${end} at time zone ${timeZone}, greatest(${first} at time zone ${timeZone}, coalesce(
        (select date_trunc('hour', done_until, ${timeZone}) - interval '1 hour'
          from order_hours_progress where time_zone = ${timeZone}), '-infinity'))) as live
    ), days as (
      select live, greatest(${first} at time zone ${timeZone}, date_trunc('day', live, ${timeZone})) as until from progress
    )
    select ${first} at time zone ${timeZone} as "from", ${end} at time zone ${timeZone} as "to",
      live as "liveFrom", until as "daysTo",
      date_trunc('month', ${first} + interval '1 month' - interval '1 day') at time zone ${timeZone} as "monthsFrom",
      date_trunc('month', until, ${timeZone}) as "monthsTo", array(select ${starts}) as "starts"
    from days`,
  )
  const [bounds] = rows
  if (bounds === undefined) throw new Error(noSumsProgress)
  return bounds
}

const sumsRow = v.object({
  kind: v.picklist(moveKinds),
  /** The step, material or color that the row sums up. The fields that do not apply are null or ''. */
  start: v.nullable(v.date()),
  material: v.string(),
  color: v.string(),
  orders: wholeNumber,
  parts: wholeNumber,
  grams: wholeNumber,
  centihours: wholeNumber,
  cents: wholeNumber,
})

type SumsRow = v.InferOutput<typeof sumsRow>

type Question = { readonly timeZone: string; readonly step: RangeStep; readonly bounds: Bounds }

const sums = sql`sum(orders)::int as orders, sum(parts)::int as parts, sum(grams)::bigint as grams,
  sum(centihours)::bigint as centihours, sum(cents)::bigint as cents`
const figures = sql`orders, parts, grams, centihours, cents`

const stepsAndGroups = ({ step, timeZone }: Question) => sql`
  select date_trunc(${step}, at, ${timeZone}) as start, kind, '' as material, '' as color, ${sums} from totals group by 1, 2
  union all
  select null, kind, material, color, ${sums} from groups group by kind, material, color`

/** Reads the days before `daysTo`, whose sums are complete. */
async function readClosed(db: Db, question: Question): Promise<readonly SumsRow[]> {
  const { step, bounds } = question
  const { from, daysTo } = bounds
  if (from >= daysTo) return []
  const hasMonths = bounds.monthsFrom < bounds.monthsTo
  const monthsFrom = hasMonths ? bounds.monthsFrom : daysTo
  const monthsTo = hasMonths ? bounds.monthsTo : daysTo
  const days = (since: Date, until: Date) => sql`
    select kind, material, color, ${figures} from order_days
    where day >= ${since} and day < ${until} and (material <> '' or color <> '')`
  const totals =
    step === 'hour'
      ? sql`select hour as at, kind, ${figures} from order_hours
          where hour >= ${from} and hour < ${daysTo} and material = ''`
      : sql`select day as at, kind, ${figures} from order_days
          where day >= ${from} and day < ${daysTo} and material = '' and color = ''`
  const groups = [
    from < monthsFrom && days(from, monthsFrom),
    monthsFrom < monthsTo &&
      sql`select kind, material, color, ${figures} from order_months where month >= ${monthsFrom} and month < ${monthsTo}`,
    monthsTo < daysTo && days(monthsTo, daysTo),
  ]
  return await readRows(
    db,
    sumsRow,
    sql`
    with totals as (${totals}), groups as (${unionOf(groups)}) ${stepsAndGroups(question)}`,
  )
}

/** Reads the hours of the day of `liveFrom`, and what happened since then. */
async function readRunning(db: Db, question: Question): Promise<readonly SumsRow[]> {
  const { to, liveFrom, daysTo } = question.bounds
  if (daysTo >= to) return []
  return await readRows(
    db,
    sumsRow,
    sql`
    with live as materialized (
      select at, kind, material, color, ${figures} from (${orderMoves({ from: sql`${liveFrom}`, to: sql`${to}` })}) as moves
    ), recent as materialized (
      select kind, material, color, ${figures} from order_hours where hour >= ${daysTo} and hour < ${liveFrom} and material <> ''
      union all
      select kind, material, color, orders, parts, grams, centihours, cents from live
    ), totals as (
      select hour as at, kind, ${figures} from order_hours where hour >= ${daysTo} and hour < ${liveFrom} and material = ''
      union all
      select at, kind, orders, parts, grams, centihours, cents from live
    ), groups as (
      select kind, material, '' as color, orders, parts, grams, centihours, cents from recent
      union all
      select kind, '', color, orders, parts, grams, centihours, cents from recent
    ) ${stepsAndGroups(question)}`,
  )
}

/** Joins the parts with UNION ALL. Leaves out an empty part: planning it would take as long as reading it. */
const unionOf = (parts: readonly (RawBuilder<unknown> | false)[]) =>
  sql.join(
    parts.filter((part) => part !== false),
    sql` union all `,
  )

function throughputOf({ starts, to }: Bounds, rows: readonly SumsRow[]): Throughput {
  const byStart = new Map<number, SumsByKind>()
  const materials = new Map<string, SumsByKind>()
  const colors = new Map<string, SumsByKind>()
  for (const row of rows) {
    if (row.start !== null) {
      addSums(byStart, row.start.getTime(), row)
    } else if (row.material !== '') {
      addSums(materials, row.material, row)
    }
    // Orders keep the color as the caller sent it; the figures merge `black` and `#000` into one row.
    else {
      addSums(colors, findStockColor(row.color) ?? row.color, row)
    }
  }
  return {
    steps: starts.map((at) => ({ at, ...(byStart.get(at.getTime()) ?? noMoves) })),
    end: to,
    total: totalOf([...materials.values()]),
    materials: toNamedSums(materials),
    colors: toNamedSums(colors),
  }
}

function totalOf(groups: readonly SumsByKind[]): SumsByKind {
  const sumOf = (kind: MoveKind) => groups.map((group) => group[kind]).reduce(plus, noSums)
  return {
    received: sumOf('received'),
    printed: sumOf('printed'),
    shipped: sumOf('shipped'),
    dropped: sumOf('dropped'),
    refunded: sumOf('refunded'),
  }
}

const plus = (one: Sums, other: Sums): Sums => ({
  orders: one.orders + other.orders,
  parts: one.parts + other.parts,
  grams: one.grams + other.grams,
  centihours: one.centihours + other.centihours,
  cents: one.cents + other.cents,
})

function addSums<K>(groups: Map<K, SumsByKind>, key: K, row: SumsRow): void {
  const known = groups.get(key) ?? noMoves
  groups.set(key, { ...known, [row.kind]: plus(known[row.kind], row) })
}

const toNamedSums = (groups: ReadonlyMap<string, SumsByKind>) =>
  [...groups]
    .map(([name, sumsByKind]) => ({ name, ...sumsByKind }))
    .sort((a, b) => b.received.orders - a.received.orders || (a.name < b.name ? -1 : 1))
