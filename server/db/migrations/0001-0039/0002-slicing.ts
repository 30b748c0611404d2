// Slices and estimates, stored by their inputs, and the models that an account uploaded or had generated.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // A row without a verdict is a slice in progress, made by the holder of its lease. An expired lease is free.
  `create table slices (
    key text primary key,
    verdict jsonb,
    holder uuid,
    leased_until timestamptz,
    created_at timestamptz not null default now(),
    check ((verdict is null) = (holder is not null)),
    check ((holder is null) = (leased_until is null))
  )`,
  'create index slices_leased on slices (leased_until) where leased_until is not null',
  `create table print_estimates (
    sha256 text not null,
    format text not null,
    units text not null default '',
    settings text not null,
    core_version integer not null,
    outcome jsonb not null,
    created_at timestamptz not null default now(),
    primary key (sha256, format, units, settings, core_version)
  )`,
  `create table generations (
    id text primary key,
    account_id text not null references accounts (id),
    mode text not null check (mode in ('upload', 'fast_draft', 'hi_fi')),
    input_mode text,
    prompt text,
    model_uri text,
    preview_uri text,
    file_name text,
    format text,
    units text check (units in ('mm', 'cm', 'm', 'in')),
    slice_analysis jsonb,
    created_at timestamptz not null default now()
  )`,
  'create index generations_account on generations (account_id, created_at desc)',
]
