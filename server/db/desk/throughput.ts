// Reads the sums of orders by day and by hour, and adds what happened since they were last made: past weeks come from order_days,
// today from order_hours, the last one to two hours from the events themselves.
import { sql } from 'kysely'
import {
  type MoveKind,
  noMoves,
  noSums,
  type Sums,
  type SumsByKind,
  type Throughput,
  type ThroughputReader,
} from '../../domain/desk/throughput.ts'
import type { Step, ThroughputRange } from '../../domain/desk/throughput-range.ts'
import type { Db } from '../core/connect.ts'
import { orderMoves } from './order-moves.ts'

export function createThroughput(db: Db, timeZone: string): ThroughputReader {
  return { read: (range) => readThroughput(db, timeZone, range) }
}

async function readThroughput(
  db: Db,
  timeZone: string,
  range: ThroughputRange,
): Promise<Throughput> {
  // A statement of its own: the next one is planned with the moments as values.
  const bounds = await readBounds(db, timeZone, range)
  const rows = await readSums(db, { timeZone, step: range.step, bounds })
  return throughputOf(bounds.starts, rows)
}

type Bounds = {
  readonly from: Date
  readonly to: Date
  /** Events from here on are not summed up for certain. */
  readonly liveFrom: Date
  /** The start of the day of `liveFrom`: its day is not complete. */
  readonly hoursFrom: Date
  readonly starts: readonly Date[]
}

const intervals: Readonly<Record<Step, string>> = { hour: '1 hour', day: '1 day', week: '7 days' }

async function readBounds(
  db: Db,
  timeZone: string,
  { from, to, step }: ThroughputRange,
): Promise<Bounds> {
  const first = sql`${from}::date::timestamp`
  const end = sql`(${to}::date + 1)::timestamp`
  const interval = sql`${intervals[step]}::interval`
  // Hours are counted in absolute time: a day with a change of clocks has 23 or 25.
  const starts =
    step === 'hour'
      ? sql`generate_series(${first} at time zone ${timeZone}, ${end} at time zone ${timeZone} - interval '1 second', ${interval})`
      : sql`generate_series(${first}, ${end} - interval '1 second', ${interval}) at time zone ${timeZone}`
  const { rows } = await sql<Bounds>`
    with progress as (
      select least(${end} at time zone ${timeZone}, greatest(${first} at time zone ${timeZone}, coalesce(
        (select date_trunc('hour', done_until, ${timeZone}) - interval '1 hour'
          from order_hours_progress where time_zone = ${timeZone}), '-infinity'))) as live
    )
    select ${first} at time zone ${timeZone} as "from", ${end} at time zone ${timeZone} as "to",
      live as "liveFrom", date_trunc('day', live, ${timeZone}) as "hoursFrom", array(select ${starts}) as "starts"
    from progress`.execute(db)
  const [bounds] = rows
  if (bounds === undefined) throw new Error('the progress of the sums could not be read')
  return bounds
}

type SumsRow = Sums & {
  readonly kind: MoveKind
  /** The group that the row sums up: one of the three. */
  readonly start: Date | null
  readonly material: string | null
  readonly color: string | null
}

async function readSums(
  db: Db,
  { timeZone, step, bounds }: { timeZone: string; step: Step; bounds: Bounds },
): Promise<readonly SumsRow[]> {
  const { from, to, liveFrom } = bounds
  const hoursFrom = step === 'hour' || bounds.hoursFrom < from ? from : bounds.hoursFrom
  const days = sql`from order_days where day >= ${from} and day < ${hoursFrom}`
  const sums = sql`sum(orders)::int as orders, sum(parts)::int as parts, sum(grams)::bigint as grams,
    sum("hoursHundredths")::bigint as "hoursHundredths", sum(cents)::bigint as cents`
  const figures = sql`orders, parts, grams, centihours as "hoursHundredths", cents`
  const { rows } = await sql<SumsRow>`
    with recent as (
      select hour as at, kind, material, color, ${figures} from order_hours where hour >= ${hoursFrom} and hour < ${liveFrom}
      union all
      select at, kind, material, color, ${figures} from (${orderMoves({ from: sql`${liveFrom}`, to: sql`${to}` })}) as moves
    ), by_material as (
      select day as at, kind, material, ${figures} ${days} and material <> ''
      union all
      select at, kind, material, orders, parts, grams, "hoursHundredths", cents from recent
    ), by_color as (
      select kind, color, ${figures} ${days} and color <> ''
      union all
      select kind, color, orders, parts, grams, "hoursHundredths", cents from recent
    )
    select date_trunc(${step}, at, ${timeZone}) as start, kind, null as material, null as color, ${sums}
    from (select at, kind, ${sums} from by_material group by at, kind) as by_time group by 1, 2
    union all
    select null, kind, material, null, ${sums} from by_material group by kind, material
    union all
    select null, kind, null, color, ${sums} from by_color group by kind, color`.execute(db)
  return rows
}

function throughputOf(starts: readonly Date[], rows: readonly SumsRow[]): Throughput {
  const byStart = new Map<number, SumsByKind>()
  const materials = new Map<string, SumsByKind>()
  const colors = new Map<string, SumsByKind>()
  for (const row of rows) {
    if (row.start !== null) add(byStart, row.start.getTime(), row)
    else if (row.material !== null) add(materials, row.material, row)
    else if (row.color !== null) add(colors, row.color, row)
  }
  return {
    steps: starts.map((at) => ({ at, ...(byStart.get(at.getTime()) ?? noMoves) })),
    total: totalOf([...materials.values()]),
    materials: named(materials),
    colors: named(colors),
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
  hoursHundredths: one.hoursHundredths + other.hoursHundredths,
  cents: one.cents + other.cents,
})

function add<K>(groups: Map<K, SumsByKind>, key: K, row: SumsRow): void {
  groups.set(key, { ...(groups.get(key) ?? noMoves), [row.kind]: sumsOf(row) })
}

const sumsOf = ({ orders, parts, grams, hoursHundredths, cents }: SumsRow): Sums => ({
  orders,
  parts,
  grams,
  hoursHundredths,
  cents,
})

const named = (groups: ReadonlyMap<string, SumsByKind>) =>
  [...groups]
    .map(([name, sums]) => ({ name, ...sums }))
    .sort((a, b) => b.received.orders - a.received.orders || (a.name < b.name ? -1 : 1))
