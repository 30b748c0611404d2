// Index that finds orders by the tracking number of their parcel. On a large database, build it before the release (README.md).
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The expression must equal that of the search (`../fulfillment/order-queue.ts`), which ignores case and spaces.
  await sql`create index if not exists orders_tracking_number
    on orders (lower(regexp_replace(tracking ->> 'number', '[^0-9A-Za-z]', '', 'g')) text_pattern_ops) where tracking is not null`.execute(
    db,
  )
}
