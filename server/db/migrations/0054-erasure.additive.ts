// Finds unpaid orders of the API and of agents that are past their time.
import { type Kysely, sql } from 'kysely'

const statements = [
  "create index orders_unpaid_api on orders (created_at) where source <> 'web' and status = 'PENDING_PAYMENT'",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
