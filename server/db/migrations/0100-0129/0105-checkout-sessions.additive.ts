// Checkout sessions of the Universal Commerce Protocol, and the responses stored under its Idempotency-Keys.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table checkout_sessions (
    id text primary key,
    client text not null,
    lines jsonb not null,
    country text not null,
    country_stated boolean not null,
    shipping_cents integer not null check (shipping_cents >= 0),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    cancelled_at timestamptz,
    handed_over_at timestamptz
  )`,
  'create index checkout_sessions_client on checkout_sessions (client, expires_at)',
  'create index checkout_sessions_expiry on checkout_sessions (expires_at)',
  `create table checkout_replies (
    client text not null,
    key text not null,
    request_hash text not null,
    status integer,
    body text,
    claimed_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    primary key (client, key)
  )`,
  'create index checkout_replies_created on checkout_replies (created_at)',
]
