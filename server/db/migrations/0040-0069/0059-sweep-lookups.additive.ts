// Indexes for the hourly sweep, which reads whole tables without them: the owners of expired files, customers of deleted accounts that are
// left at the card processor, and what is past its retention. With a million rows in each table, three expired files took 8 seconds, left
// customers 0.2 and orders of another website 1; less than a millisecond now. On a large database they are built before the release
// (README.md).
import { type Kysely, sql } from 'kysely'

const statements = [
  // Hash indexes: URIs are long and are only ever compared whole.
  'create index if not exists images_uri on images using hash (uri)',
  'create index if not exists attachments_uri on attachments using hash (uri)',
  `create index if not exists accounts_left_customers on accounts (closed_at)
    where closed_at is not null and customer_id is not null`,
  `create index if not exists web_orders_personal on web_orders (created_at)
    where (email is not null or tracking is not null) and status in ('SHIPPED', 'DELIVERED', 'CANCELLED', 'REJECTED')`,
  `create index if not exists purchases_personal on purchases (created_at) where recipient_email <> '' and state = 'paid'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
