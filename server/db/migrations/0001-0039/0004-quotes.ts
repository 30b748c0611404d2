// Quotes of the agent tools, and the one order that each may become. Lead times are computed from the history of statuses by time.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table quotes (
    id text primary key,
    account_id text not null references accounts (id),
    country text not null,
    material text not null,
    quality text not null,
    quantity integer not null check (quantity between 1 and 50),
    color text not null,
    infill integer not null check (infill between 10 and 100),
    nozzle_diameter double precision not null,
    nozzle_flow text not null,
    layer_height double precision not null,
    units text,
    print_cents integer not null check (print_cents >= 0),
    shipping_cents integer not null check (shipping_cents >= 0),
    total_cents integer not null check (total_cents = print_cents + shipping_cents and total_cents >= 50),
    grams_per_part integer not null check (grams_per_part > 0),
    centihours_per_part integer not null check (centihours_per_part >= 0),
    file_uri text not null,
    file_name text not null,
    file_sha256 text not null,
    file_size_bytes bigint not null,
    file_format text not null,
    measurement jsonb not null,
    created_at timestamptz not null,
    expires_at timestamptz not null check (expires_at > created_at),
    spent_at timestamptz
  )`,
  'create index quotes_expired on quotes (expires_at) where spent_at is null',
  // Guarantees that a quote becomes at most one order, even if the application code fails to.
  'alter table orders add column quote_id text unique references quotes (id)',
  'create index order_events_at on order_events (at)',
  'create index web_orders_email on web_orders (lower(email), created_at desc)',
]
