// How far a vendor is with a generation's task, as it said last.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'alter table generation_jobs add column percent smallint check (percent between 0 and 100)',
  'alter table generation_jobs add column engine_ahead integer check (engine_ahead >= 0)',
]
