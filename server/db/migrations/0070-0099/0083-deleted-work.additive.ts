// Generations that their owners deleted: the job stays for the ledger of credits, empty. Logs of generations are swept by their age.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table generation_jobs add column deleted_at timestamptz',
  // Build it concurrently before the release where there are many.
  'create index if not exists generation_logs_created on generation_logs (created_at)',
]
