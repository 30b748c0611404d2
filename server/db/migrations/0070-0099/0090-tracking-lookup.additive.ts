// Orders are found by the tracking number of their parcel. On a large database the index is built before the release (README.md).
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The expression is that of the search (`../fulfillment/order-queue.ts`): a number has no case, and its spaces mean nothing.
  await sql`create index if not exists orders_tracking_number
    on orders (lower(regexp_replace(tracking ->> 'number', '[^0-9A-Za-z]', '', 'g')) text_pattern_ops) where tracking is not null`.execute(
    db,
  )
}
