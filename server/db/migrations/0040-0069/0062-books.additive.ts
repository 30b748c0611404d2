// The books: the card processor's balance transactions and payouts, their comparison with the ledger of money, and closed months. The
// previous release neither reads nor writes any of it.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // about: what moved. owner: other = a payment of another system that uses the account. booked: nothing of it remains to be booked here.
  `create table processor_transactions (
    id text primary key,
    type text not null,
    about text not null check (about in ('charge', 'refund', 'dispute', 'payout', 'fee', 'other')),
    owner text not null check (owner in ('ours', 'other')),
    amount_cents integer not null,
    fee_cents integer not null,
    net_cents integer not null,
    currency text not null,
    source_id text,
    payment_id text,
    payout_id text,
    created_at timestamptz not null,
    booked boolean not null default false,
    check (net_cents = amount_cents - fee_cents)
  )`,
  'create index processor_transactions_created on processor_transactions (created_at)',
  'create index processor_transactions_payment on processor_transactions (payment_id) where payment_id is not null',
  'create index processor_transactions_source on processor_transactions (source_id) where source_id is not null',
  'create index processor_transactions_payout on processor_transactions (payout_id) where payout_id is not null',
  "create index processor_transactions_unbooked on processor_transactions (created_at) where not booked and owner = 'ours'",
  "create index processor_transactions_foreign on processor_transactions (created_at) where owner = 'other'",
  // is_listed: its transactions have been read. own_cents: what was booked of it, which excludes the payments of other systems.
  `create table processor_payouts (
    id text primary key,
    amount_cents integer not null,
    status text not null,
    automatic boolean not null,
    is_complete boolean not null,
    created_at timestamptz not null,
    arrives_at timestamptz not null,
    failure text,
    is_listed boolean not null default false,
    own_cents integer
  )`,
  'create index processor_payouts_created on processor_payouts (created_at)',
  'create index processor_payouts_unlisted on processor_payouts (created_at) where is_complete and not is_listed',
  // One row: the reading that all workers share. phase null: nothing is due. after_id: the last object of the previous page.
  `create table balance_readings (
    id smallint primary key check (id = 1),
    phase text check (phase in ('transactions', 'payouts', 'contents', 'compare')),
    started_at timestamptz,
    after_id text,
    payout_id text,
    leased_until timestamptz not null default '-infinity',
    read_until timestamptz
  )`,
  'insert into balance_readings (id) values (1)',
  // compared_until: later movements were in flight and left out. difference_cents: the processor's amount less the ledger's.
  `create table tie_outs (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    compared_until timestamptz not null,
    compared bigint not null,
    difference_cents bigint not null,
    differences integer not null,
    unexplained integer not null
  )`,
  // Result of the last comparison. An explanation is valid until either amount changes.
  `create table tie_out_differences (
    part text not null check (part in ('charge', 'refund', 'dispute', 'payout', 'fee', 'other')),
    object_id text not null,
    processor_cents bigint not null,
    ledger_cents bigint not null,
    order_id uuid,
    purchase_id uuid,
    dispute_id text,
    moved_at timestamptz not null,
    found_at timestamptz not null default now(),
    explanation text check (char_length(explanation) between 1 and 500),
    explained_by text,
    explained_at timestamptz,
    primary key (part, object_id),
    check (num_nonnulls(explanation, explained_by, explained_at) in (0, 3))
  )`,
  // A calendar month of the time zone, with its figures at the time of closing.
  `create table month_closings (
    month text primary key check (month ~ '^\\d{4}-\\d{2}$'),
    begins_at timestamptz not null,
    ends_at timestamptz not null check (ends_at > begins_at),
    figures jsonb not null,
    closed_by text not null,
    closed_at timestamptz not null default now()
  )`,
  `create function refuse_change_of_closing() returns trigger language plpgsql as $$
  begin
    raise restrict_violation using message = 'A month that was closed is never changed.';
  end $$`,
  `create trigger month_closings_are_kept before update or delete or truncate on month_closings
    for each statement execute function refuse_change_of_closing()`,
]
