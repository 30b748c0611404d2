// The caller's own reference of an order.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column reference text check (char_length(reference) between 1 and 64)`.execute(
    db,
  )
}
