// Browsers that have signed in to an account (domain/accounts/known-devices.ts).
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table known_devices (
    id uuid primary key,
    account_id text not null references accounts (id) on delete cascade,
    token_hash text not null unique,
    created_at timestamptz not null default now(),
    used_at timestamptz not null default now()
  )`,
  'create index known_devices_account on known_devices (account_id, used_at desc)',
]
