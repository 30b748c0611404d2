// When storing a generated model failed first: storing is tried again for some minutes, by any process (decisions.md 68).
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation_jobs add column store_failed_at timestamptz`.execute(db)
}
