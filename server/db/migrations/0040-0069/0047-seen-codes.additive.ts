// Client addresses that have sent a correct order code, as keyed hashes. Unlogged like the counters: a crash of the database empties the
// table, and only an exception to a limit is lost.
import { type Kysely, sql } from 'kysely'

const statements = [
  'create unlogged table seen_codes (mark text primary key, seen_at timestamptz not null default now())',
  'create index seen_codes_age on seen_codes (seen_at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
