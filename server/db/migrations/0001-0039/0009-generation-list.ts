// An account's newest generations, for its page.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create index generation_jobs_account on generation_jobs (account_id, created_at desc)')
    .execute(db)
}
