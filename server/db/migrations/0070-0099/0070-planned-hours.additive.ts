// Machine time as planned, and as printers took it. A process of the previous release writes neither: the worker plans its orders, and its
// prints are attributed to no printer.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Time of all parts. Null means not known yet; the hours of the price are used instead.
  'alter table orders add column planned_seconds integer check (planned_seconds >= 0)',
  // Time of all parts of the line.
  'alter table order_lines add column planned_seconds integer check (planned_seconds >= 0)',
  // Time from the claim until the printer finished. Null means printed by other means.
  'alter table print_jobs add column printed_seconds integer check (printed_seconds >= 0)',
  // Orders that wait for their plan, oldest first.
  `create index orders_unplanned on orders (created_at)
    where planned_seconds is null and status in ('PENDING_PAYMENT', 'RECEIVED', 'ACCEPTED', 'PRINTING')`,
  `create index print_job_events_failures on print_job_events (at) where kind in ('failed', 'expired')`,
  // The sums contain hours of prices, and are recomputed from the history.
  'delete from farm_quarter_hours',
  'delete from farm_quarter_hours_progress',
]
