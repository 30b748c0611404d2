// Operators' changes of orders: a version that every change increments, the full history of changes, and refunds.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table orders
    add column version integer not null default 1 check (version > 0),
    add column refunded_cents integer not null default 0 check (refunded_cents >= 0),
    add column refunding_cents integer not null default 0 check (refunding_cents >= 0),
    add constraint orders_refunds_check
      check (refunded_cents + refunding_cents <= case when paid then total_cents else 0 end)`,
  `create table refunds (
    id uuid primary key,
    order_id uuid not null references orders (id),
    request_key text not null,
    payment_id text not null,
    amount_cents integer not null check (amount_cents > 0),
    reason text not null,
    requested_by text not null,
    state text not null check (state in ('started', 'unknown', 'succeeded', 'failed')),
    processor_refund_id text unique,
    failure text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    checked_at timestamptz not null default now()
  )`,
  // A failed refund moved no money, so the same request may be made again.
  `create unique index refunds_request on refunds (order_id, request_key) where state <> 'failed'`,
  'create index refunds_order on refunds (order_id, created_at)',
  `create index refunds_unsettled on refunds (checked_at) where state in ('started', 'unknown')`,
  // Null in events from before this migration.
  `alter table order_events
    add column version integer,
    add column from_status text,
    add column from_tracking jsonb,
    add column tracking jsonb,
    add column refund_id uuid references refunds (id),
    add column refund_state text`,
]
