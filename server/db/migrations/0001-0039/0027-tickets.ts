// Tickets: requests of customers, their messages and files, and the mails with replies.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table tickets (
    id uuid primary key,
    number integer generated always as identity (start with 1001) unique,
    source text not null check (source in ('form', 'assistant')),
    state text not null default 'open' check (state in ('open', 'closed')),
    account_id text references accounts (id) on delete set null,
    -- As entered; '' without one. order_id: the order with that code, where there is one.
    order_code text not null,
    order_id uuid references orders (id),
    name text not null check (char_length(name) <= 100),
    email text not null,
    -- Since when the customer waits for a reply.
    waiting_since timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (state = 'open' or waiting_since is null)
  )`,
  'create index tickets_waiting on tickets (waiting_since) where waiting_since is not null',
  'create index tickets_state on tickets (state, updated_at desc)',
  'create index tickets_order on tickets (order_id) where order_id is not null',
  `create table ticket_messages (
    id uuid primary key,
    ticket_id uuid not null references tickets (id),
    author text not null check (author in ('customer', 'operator')),
    by text,
    body text not null check (char_length(body) between 1 and 5000),
    at timestamptz not null default now(),
    check ((author = 'operator') = (by is not null))
  )`,
  'create index ticket_messages_ticket on ticket_messages (ticket_id, at)',
  `create table ticket_attachments (
    message_id uuid not null references ticket_messages (id),
    attachment_id uuid not null references attachments (id),
    position smallint not null,
    primary key (message_id, attachment_id)
  )`,
  `alter table emails
    drop constraint emails_kind_check,
    add constraint emails_kind_check check (kind in ('confirmation', 'unpaid') or kind like 'refund:%'
      or kind like 'message:%' or kind like 'notice:%' or kind like 'gift:%' or kind like 'ticket:%') not valid`,
]
