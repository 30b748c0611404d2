// The run of a request that holds the claim of its Idempotency-Key. A run that resumes after a pause must not release the claim of its
// successor.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency_keys add column holder uuid`.execute(db)
}
