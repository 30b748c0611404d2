// Operators' controls of generation: deleting users' works, and turning engines off.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // An operator deleted the file's model: the file is kept only until its orders are done.
  'alter table visitor_files add column until_orders_end boolean not null default false',
  // The OBJ from which an uploaded STL was made, deleted together with it. Uploads of earlier releases do not name it.
  'alter table generations add column original_uri text',
  // Models removed from the gallery and then deleted. Their content stays banned from the gallery.
  `create table banned_models (
    uri text primary key,
    by text not null,
    reason text not null,
    at timestamptz not null default now()
  )`,
  `create table engine_switches (
    engine text primary key,
    is_off boolean not null,
    reason text not null check (char_length(reason) between 1 and 300),
    by text not null,
    since timestamptz not null default now()
  )`,
]
