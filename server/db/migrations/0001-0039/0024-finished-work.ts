// Sums of the farm's work that pages read for any range: totals of hours and days, and months by material and by color. `printed` now
// counts finished print jobs, so the worker's next run recomputes all sums.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Like order_days, without totals.
  `create table order_months (
    month timestamptz not null,
    kind text not null check (kind in ('received', 'printed', 'shipped', 'dropped', 'refunded')),
    material text not null,
    color text not null,
    orders integer not null,
    parts integer not null,
    grams bigint not null,
    centihours bigint not null,
    cents bigint not null,
    primary key (month, kind, material, color)
  )`,
  'delete from order_hours_progress',
  'delete from order_hours',
  'delete from order_days',
  // The totals have '' in both columns.
  `create index order_hours_totals on order_hours (hour) where material = ''`,
  `create index order_days_totals on order_days (day) where material = '' and color = ''`,
]
