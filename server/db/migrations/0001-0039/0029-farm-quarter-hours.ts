// The farm's work of the last weeks by quarter of an hour, from which lead times are computed. Counting it from the history takes longer
// than a statement may with four weeks of some thousand orders a day. A worker task fills the table.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Quarters without events have no row. packing_days: days from printed to shipped, for at most 8 of the shipped orders.
  `create table farm_quarter_hours (
    start timestamptz primary key,
    arrived_hours double precision not null,
    finished_hours double precision not null,
    finished_orders integer not null,
    dropped_hours double precision not null,
    packed_orders integer not null,
    packing_days double precision[] not null,
    check (cardinality(packing_days) <= least(8, packed_orders) and (packed_orders = 0) = (cardinality(packing_days) = 0))
  )`,
  // One row: the time up to which events are summed up.
  `create table farm_quarter_hours_progress (
    single boolean primary key default true check (single),
    done_until timestamptz not null
  )`,
]
