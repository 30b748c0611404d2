// Deleted accounts, and orders whose personal data was removed at the end of their retention. The indexes find rows that are due, and
// expired unpaid orders of the API and of agents.
import { type Kysely, sql } from 'kysely'

const statements = [
  'alter table accounts add column closed_at timestamptz',
  'alter table orders add column anonymized_at timestamptz',
  `create index orders_personal on orders (created_at)
    where anonymized_at is null and status in ('SHIPPED', 'DELIVERED', 'CANCELLED', 'REJECTED')`,
  "create index orders_unpaid_api on orders (created_at) where source <> 'web' and status = 'PENDING_PAYMENT'",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
