// The farm's work of the last weeks by quarter of an hour, from which lead times are computed: counted from the history, four weeks of
// some thousand orders a day take longer than a statement may. A task of the worker fills the table.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Quarters in which nothing happened have no row. packing_days: from printed to shipped, of at most 8 of the shipped orders.
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
  // Until when events are summed up. One row.
  `create table farm_quarter_hours_progress (
    single boolean primary key default true check (single),
    done_until timestamptz not null
  )`,
]
