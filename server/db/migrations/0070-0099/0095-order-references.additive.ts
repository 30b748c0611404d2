// The caller's reference for an order.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column reference text`.execute(db)
  await sql`alter table orders add constraint orders_reference_length
    check (char_length(reference) between 1 and 64) not valid`.execute(db)
}
