// Models made by changing another model of the account. A cut makes several, which share `change_id`.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table model_changes (
    id text primary key references generations (id) on delete cascade,
    change_id text not null,
    made_from text references generations (id) on delete set null,
    words text not null,
    part integer not null check (part >= 1),
    parts integer not null check (parts >= part),
    unique (change_id, part)
  )`,
  'create index model_changes_made_from on model_changes (made_from)',
]
