// Generations that their owners deleted: an emptied job stays for the ledger of credits. Logs of generations are swept by age.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table generation_jobs add column deleted_at timestamptz',
  // On a large table, build the index concurrently before the release.
  'create index if not exists generation_logs_created on generation_logs (created_at)',
]
