// Indexes for an account's rows that wait for payment, and for purchases that were never paid.
import { type Kysely, sql } from 'kysely'

const statements = [
  "create index orders_unpaid_web_account on orders (account_id) where source = 'web' and status = 'PENDING_PAYMENT'",
  "create index purchases_unpaid_account on purchases (account_id, created_at) where state = 'open'",
  "create index purchases_unpaid_age on purchases (created_at) where state = 'open'",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
