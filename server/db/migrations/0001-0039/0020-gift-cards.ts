// Gift cards with their ledger, and purchases other than prints: gift cards and credits (decisions.md 39, 40).
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table purchases (
    id uuid primary key,
    account_id text not null references accounts (id),
    kind text not null check (kind in ('gift_card', 'credits')),
    amount_cents integer not null check (amount_cents >= 50),
    -- Of credits alone.
    credits integer check (credits > 0),
    -- Of a gift card alone.
    recipient_email text,
    message text check (char_length(message) <= 500),
    state text not null default 'open' check (state in ('open', 'paid')),
    payment_id text unique,
    checkout_session_id text,
    -- When the processor was last asked about it.
    checked_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    paid_at timestamptz,
    check ((kind = 'credits') = (credits is not null)),
    check ((kind = 'gift_card') = (recipient_email is not null)),
    check ((state = 'paid') = (payment_id is not null)),
    check ((state = 'paid') = (paid_at is not null))
  )`,
  'create index purchases_account on purchases (account_id, created_at desc)',
  "create index purchases_open on purchases (checked_at) where state = 'open' and checkout_session_id is not null",
  `create table gift_cards (
    id uuid primary key,
    -- Of the code, under a key of the service. The code itself is stored nowhere.
    code_hash text not null unique,
    purchase_id uuid not null unique references purchases (id),
    amount_cents integer not null check (amount_cents between 500 and 50000),
    balance_cents integer not null check (balance_cents between 0 and amount_cents),
    created_at timestamptz not null default now()
  )`,
  // redeem: used for an order. return: the order was not paid. refund: an operator refunded the order.
  `create table gift_card_entries (
    id bigint generated always as identity primary key,
    gift_card_id uuid not null references gift_cards (id),
    kind text not null check (kind in ('issue', 'redeem', 'return', 'refund')),
    cents integer not null check (case kind when 'redeem' then cents < 0 else cents > 0 end),
    order_id uuid references orders (id),
    refund_id uuid references refunds (id),
    at timestamptz not null default now(),
    check ((kind = 'issue') = (order_id is null)),
    check ((kind = 'refund') = (refund_id is not null))
  )`,
  'create index gift_card_entries_card on gift_card_entries (gift_card_id, id)',
  `create unique index gift_card_entries_issue on gift_card_entries (gift_card_id) where kind = 'issue'`,
  `create unique index gift_card_entries_order on gift_card_entries (order_id, kind) where kind in ('redeem', 'return')`,
  `create unique index gift_card_entries_refund on gift_card_entries (refund_id) where kind = 'refund'`,
  // An order that a gift card pays in full has no payment at the card processor.
  `alter table orders
    add column gift_card_id uuid,
    add column gift_cents integer not null default 0,
    add column gift_refunded_cents integer not null default 0,
    drop constraint orders_check1,
    add constraint orders_payment_check check (paid = (payment_id is not null or (gift_cents > 0 and gift_cents = total_cents))) not valid,
    add constraint orders_gift_check check (gift_cents between 0 and total_cents and (gift_cents > 0) = (gift_card_id is not null)
      and gift_refunded_cents between 0 and gift_cents) not valid,
    add constraint orders_gift_card foreign key (gift_card_id) references gift_cards (id) not valid`,
  'alter table refunds alter column payment_id drop not null',
  `alter table refunds
    add column gift_cents integer not null default 0,
    add constraint refunds_gift_check check (gift_cents between 0 and amount_cents
      and (payment_id is not null or gift_cents = amount_cents)) not valid`,
  // Bought credits are in the same ledger as spent credits.
  `alter table credit_entries
    drop constraint credit_entries_kind_check,
    drop constraint credit_entries_check,
    alter column job_id drop not null,
    add column purchase_id uuid references purchases (id),
    add constraint credit_entries_kind_check check (kind in ('charge', 'refund', 'purchase')) not valid,
    add constraint credit_entries_credits_check check (case kind when 'charge' then credits < 0 else credits > 0 end) not valid,
    add constraint credit_entries_reason_check check (case kind when 'purchase' then job_id is null and purchase_id is not null
      else job_id is not null and purchase_id is null end) not valid`,
  'create unique index credit_entries_purchase on credit_entries (purchase_id) where purchase_id is not null',
  `alter table emails
    drop constraint emails_kind_check,
    add constraint emails_kind_check check (kind in ('confirmation', 'unpaid') or kind like 'refund:%'
      or kind like 'message:%' or kind like 'notice:%' or kind like 'gift:%') not valid`,
]
