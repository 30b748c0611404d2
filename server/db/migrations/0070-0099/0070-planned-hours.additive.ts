// Machine time as planned, and as printers took it. A process of the release before writes neither: the worker plans its orders, and its
// prints count for no printer.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // The time of all parts; null = not known yet, so that the hours of the price stand for it.
  'alter table orders add column planned_seconds integer check (planned_seconds >= 0)',
  // The time of all parts of the line.
  'alter table order_lines add column planned_seconds integer check (planned_seconds >= 0)',
  // From its claim until the printer had finished it; null = printed by other means.
  'alter table print_jobs add column printed_seconds integer check (printed_seconds >= 0)',
  // The orders that wait for their plan, as they came.
  `create index orders_unplanned on orders (created_at)
    where planned_seconds is null and status in ('PENDING_PAYMENT', 'RECEIVED', 'ACCEPTED', 'PRINTING')`,
  `create index print_job_events_failures on print_job_events (at) where kind in ('failed', 'expired')`,
  // The sums hold hours of prices, and are made again from the history.
  'delete from farm_quarter_hours',
  'delete from farm_quarter_hours_progress',
]
