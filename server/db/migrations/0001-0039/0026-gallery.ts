// The community gallery (decisions.md 41), and baskets that record which of their models come from it.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Entries are never deleted: their page states that they were withdrawn, and a model that was taken down cannot be published again.
  `create table gallery_entries (
    id uuid primary key,
    generation_id text not null references generations (id) on delete cascade,
    account_id text not null references accounts (id) on delete cascade,
    title text not null check (char_length(title) between 1 and 80),
    model_uri text not null,
    file_name text not null,
    sha256 text not null,
    size_bytes bigint not null check (size_bytes > 0),
    format text not null check (format in ('stl', 'glb', '3mf', 'gcode', 'obj')),
    units text check (units in ('mm', 'cm', 'm', 'in')),
    -- As measured: mm, and cm3 after repair.
    size_x_mm double precision not null check (size_x_mm >= 0),
    size_y_mm double precision not null check (size_y_mm >= 0),
    size_z_mm double precision not null check (size_z_mm >= 0),
    volume_cm3 double precision not null check (volume_cm3 > 0),
    published_at timestamptz not null default now(),
    withdrawn_at timestamptz,
    taken_down_at timestamptz,
    taken_down_by text,
    taken_down_reason text,
    check ((taken_down_at is null) = (taken_down_by is null) and (taken_down_at is null) = (taken_down_reason is null))
  )`,
  `create unique index gallery_entries_live on gallery_entries (generation_id)
    where withdrawn_at is null and taken_down_at is null`,
  `create index gallery_entries_newest on gallery_entries (published_at desc, id)
    where withdrawn_at is null and taken_down_at is null`,
  'create index gallery_entries_all on gallery_entries (published_at desc, id)',
  'create index gallery_entries_model on gallery_entries (model_uri)',
  // A gallery model keeps its owner: a buyer who orders it does not become an owner.
  'alter table basket_lines add column from_gallery boolean not null default false',
]
