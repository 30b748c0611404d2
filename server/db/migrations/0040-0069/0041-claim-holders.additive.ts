// Which run of a request has the claim of its Idempotency-Key: one that stood still must not release the claim of its successor.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency_keys add column holder uuid`.execute(db)
}
