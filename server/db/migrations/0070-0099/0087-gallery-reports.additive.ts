// Reports of models in the gallery. The reporter is not stored.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table gallery_reports (
    id uuid primary key,
    entry_id uuid not null references gallery_entries (id) on delete cascade,
    reason text not null check (char_length(reason) between 1 and 300),
    created_at timestamptz not null default now(),
    closed_at timestamptz,
    closed_by text,
    check ((closed_at is null) = (closed_by is null))
  )`,
  'create index gallery_reports_open on gallery_reports (entry_id, created_at) where closed_at is null',
  'create index gallery_reports_entry on gallery_reports (entry_id)',
]
