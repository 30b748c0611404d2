// Bulk actions that accept orders can also queue their print jobs, and they record which orders were refunded in full.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const reasons =
  "'held', 'not_held', 'same_priority', 'wrong_status', 'unpaid', 'changed', 'not_found', 'no_tracking', 'refunded'"

const statements = [
  'alter table bulk_actions add column queues boolean not null default false',
  'alter table bulk_action_orders drop constraint bulk_action_orders_why_check',
  // The new list contains all values of the old one, so no row needs to be read.
  `alter table bulk_action_orders add constraint bulk_action_orders_why_check check (why in (${reasons})) not valid`,
]
