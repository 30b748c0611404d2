// When storing a generated model first failed. Any process may retry it for some minutes (decisions.md 68).
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation_jobs add column store_failed_at timestamptz`.execute(db)
}
