// Uploads that go directly to storage, and the pictures that were made for an account.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table signed_uploads (
    id uuid primary key,
    account_id text not null references accounts (id) on delete cascade,
    file_name text not null,
    format text not null check (format in ('stl', 'obj', 'glb', '3mf')),
    size_bytes bigint not null check (size_bytes > 0),
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    units text check (units in ('mm', 'cm', 'm', 'in')),
    token_hash text unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    claimed_until timestamptz,
    completed_at timestamptz,
    result jsonb,
    check ((completed_at is null) = (result is null))
  )`,
  'create index signed_uploads_expired on signed_uploads (expires_at)',
  `create table images (
    account_id text not null references accounts (id) on delete cascade,
    uri text not null,
    prompt text not null,
    sha256 text not null,
    size_bytes bigint not null check (size_bytes > 0),
    mime_type text not null check (mime_type in ('image/png', 'image/jpeg', 'image/webp')),
    width integer not null check (width > 0),
    height integer not null check (height > 0),
    created_at timestamptz not null default now(),
    primary key (account_id, uri)
  )`,
]
