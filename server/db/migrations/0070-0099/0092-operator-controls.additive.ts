// What operators do about generation: delete what people made, and turn engines off.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // An operator deleted its model: orders keep the file only until they are done.
  'alter table visitor_files add column until_orders_end boolean not null default false',
  // The OBJ that an uploaded STL was made from, which goes with it. Uploads of earlier releases do not name it.
  'alter table generations add column original_uri text',
  // Taken out of the gallery and then deleted: the content stays banned from it.
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
