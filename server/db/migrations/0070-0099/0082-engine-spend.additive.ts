// Calls to engines that cost money, by day (UTC) and engine, with their estimated cost.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table engine_spend (
    day date not null,
    engine text not null,
    calls integer not null check (calls >= 0),
    cents integer not null check (cents >= 0),
    used_up_at timestamptz,
    primary key (day, engine)
  )`,
]
