// Sums of orders received, printed, shipped, dropped and refunded, by hour and by day for the operators' pages. A worker task fills the
// tables.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const sums = (table: string, start: 'hour' | 'day') => `create table ${table} (
    ${start} timestamptz not null,
    kind text not null check (kind in ('received', 'printed', 'shipped', 'dropped', 'refunded')),
    material text not null,
    color text not null,
    orders integer not null,
    parts integer not null,
    grams bigint not null,
    centihours bigint not null,
    cents bigint not null,
    primary key (${start}, kind, material, color)
  )`

const statements = [
  sums('order_hours', 'hour'),
  // Days by material and, separately, by color, with '' in the other column. No page shows a day by both.
  sums('order_days', 'day'),
  // One row: the time up to which events are summed up, and the time zone of the hours and days.
  `create table order_hours_progress (
    single boolean primary key default true check (single),
    time_zone text not null,
    done_until timestamptz not null
  )`,
  // Index for figures that the overview counts every second.
  `create index orders_kept_payment on orders (updated_at)
    where paid and status in ('CANCELLED', 'REJECTED') and refunded_cents + refunding_cents < total_cents`,
]
