// The first schema: accounts, keys, orders, recovery points of charges, idempotency keys, files, measurements, limits, mail. The auth
// library has separate tables (auth_*) and separate migrations.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table accounts (
    id text primary key,
    email text not null unique check (email = lower(email)),
    customer_id text unique,
    card_payment_method_id text unique,
    card_brand text,
    card_last4 text,
    created_at timestamptz not null default now()
  )`,
  `create table api_keys (
    account_id text primary key references accounts (id) on delete cascade,
    key_hash text not null unique,
    prefix text not null,
    created_at timestamptz not null default now()
  )`,
  `create table extension_tokens (
    id uuid primary key,
    account_id text not null references accounts (id) on delete cascade,
    token_hash text not null unique,
    prefix text not null,
    name text not null,
    created_at timestamptz not null default now()
  )`,
  'create index extension_tokens_account on extension_tokens (account_id, created_at desc)',
  `create table models (
    account_id text not null references accounts (id),
    uri text not null,
    file_name text not null,
    sha256 text not null,
    size_bytes bigint not null check (size_bytes > 0),
    format text not null check (format in ('stl', 'glb', '3mf', 'gcode', 'obj')),
    published boolean not null default false,
    created_at timestamptz not null default now(),
    primary key (account_id, uri)
  )`,
  'create index models_published on models (uri) where published',
  `create table measurements (
    sha256 text not null,
    format text not null,
    units text not null default '',
    core_version integer not null,
    outcome jsonb not null,
    created_at timestamptz not null default now(),
    primary key (sha256, format, units, core_version)
  )`,
  `create table orders (
    id uuid primary key,
    code text not null unique check (code ~ '^SVC-[A-HJ-KM-NP-Z2-9]{6}$'),
    account_id text not null references accounts (id),
    source text not null check (source in ('rest', 'mcp')),
    status text not null check (status in ('PENDING_PAYMENT', 'RECEIVED', 'ACCEPTED', 'PRINTING', 'PRINTED', 'SHIPPED',
      'DELIVERED', 'CANCELLED', 'REJECTED')),
    paid boolean not null default false,
    material text not null,
    quality text not null,
    quantity integer not null check (quantity between 1 and 50),
    color text not null,
    infill integer not null check (infill between 10 and 100),
    nozzle_diameter double precision not null,
    nozzle_flow text not null,
    layer_height double precision not null,
    units text,
    note text check (char_length(note) <= 1000),
    recipient_name text not null,
    street1 text not null,
    street2 text,
    city text not null,
    state text not null,
    zip text not null,
    country text not null,
    email text not null,
    phone text,
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
    idempotency_key text,
    charge_state text not null check (charge_state in ('none', 'started', 'unknown', 'declined', 'not_made', 'succeeded')),
    charge_checked_at timestamptz not null default now(),
    payment_id text unique,
    unpaid_reason text,
    checkout_session_id text,
    checkout_url text,
    tracking jsonb,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (paid = (payment_id is not null)),
    check (charge_state <> 'succeeded' or paid)
  )`,
  'create index orders_account on orders (account_id, created_at desc)',
  'create index orders_newest on orders (created_at desc, id desc)',
  'create index orders_status on orders (status, created_at desc, id desc)',
  'create unique index orders_idempotency on orders (account_id, idempotency_key) where idempotency_key is not null',
  `create index orders_doubtful on orders (charge_checked_at) where charge_state in ('started', 'unknown')`,
  `create index orders_late on orders (updated_at)
    where charge_state = 'not_made' or (not paid and checkout_session_id is not null)`,
  `create table order_events (
    id bigint generated always as identity primary key,
    order_id uuid not null references orders (id),
    status text not null,
    by text not null,
    at timestamptz not null default now()
  )`,
  'create index order_events_order on order_events (order_id, id)',
  `create table web_orders (
    code text primary key check (code ~ '^(CART|ORD|STORE)-'),
    email text,
    status text not null,
    tracking jsonb,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create table idempotency_keys (
    account_id text not null references accounts (id) on delete cascade,
    key text not null check (char_length(key) between 1 and 255),
    request_hash text not null,
    answer jsonb,
    claimed_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    primary key (account_id, key)
  )`,
  'create index idempotency_keys_created on idempotency_keys (created_at)',
  `create table processor_events (
    id text primary key,
    type text not null,
    received_at timestamptz not null default now()
  )`,
  `create table emails (
    id uuid primary key,
    order_id uuid references orders (id),
    kind text not null,
    recipient text not null,
    subject text not null,
    body text not null,
    sent_at timestamptz,
    created_at timestamptz not null default now(),
    unique (order_id, kind)
  )`,
  `create unlogged table rate_counters (
    scope text not null,
    subject text not null,
    window_start timestamptz not null,
    taken integer not null,
    primary key (scope, subject, window_start)
  )`,
]
