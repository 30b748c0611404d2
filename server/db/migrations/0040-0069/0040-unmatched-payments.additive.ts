// Payments at the card processor whose order or purchase is not in the database, found by a search of the processor's payments. The
// previous release reads neither table.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // subject_id: id of the order or purchase; null for a payment of an early release, which has only the order's code. marked: the payment
  // has this deployment's marker. refund_attempts: number of failed refunds.
  `create table unmatched_payments (
    payment_id text primary key,
    subject text not null check (subject in ('order', 'purchase')),
    subject_id uuid,
    order_code text,
    amount_cents integer not null check (amount_cents >= 0),
    paid_at timestamptz not null,
    found_at timestamptz not null default now(),
    marked boolean not null,
    state text not null default 'found'
      check (state in ('found', 'claimed', 'refunding', 'refunded', 'failed', 'kept', 'returned')),
    automatic boolean not null default false,
    decided_by text,
    reason text,
    refund_id uuid unique,
    refund_attempts integer not null default 0,
    refund_started_at timestamptz,
    failure text,
    checked_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (subject_id is not null or order_code is not null)
  )`,
  `create index unmatched_payments_open on unmatched_payments (paid_at)
    where state in ('found', 'claimed', 'refunding', 'failed')`,
  'create index unmatched_payments_newest on unmatched_payments (updated_at desc)',
  'create index unmatched_payments_automatic on unmatched_payments (refund_started_at) where automatic',
  // One row: the search that all workers share. after_payment: the last payment that was read; null at the start of a search.
  `create table payment_searches (
    id smallint primary key check (id = 1),
    due_at timestamptz not null default now(),
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    after_payment text
  )`,
  'insert into payment_searches (id) values (1)',
]
