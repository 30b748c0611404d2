// The desk apart from orders: second factors, links for wall screens, a log of operators' actions, messages to customers with attachments,
// resent mails, and notifications (decisions.md 44).
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table second_factor_codes (
    user_id text not null,
    code text not null,
    used_at timestamptz not null default now(),
    primary key (user_id, code)
  )`,
  `create table wall_links (
    id uuid primary key,
    token_hash text not null unique,
    name text not null,
    created_by text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    revoked_by text,
    revoked_at timestamptz
  )`,
  `create table operator_actions (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    by text not null,
    kind text not null,
    subject text not null,
    detail jsonb not null default '{}'
  )`,
  'create index operator_actions_at on operator_actions (at desc)',
  'create index operator_actions_kind on operator_actions (kind, at desc)',
  `alter table emails
    add column resends integer not null default 0,
    add column resent_at timestamptz,
    drop constraint emails_kind_check,
    add constraint emails_kind_check check (kind in ('confirmation', 'unpaid') or kind like 'refund:%'
      or kind like 'message:%' or kind like 'notice:%') not valid`,
  'create index emails_newest on emails (created_at desc, id desc)',
  `create table attachments (
    id uuid primary key,
    name text not null,
    content_type text not null,
    size_bytes integer not null check (size_bytes > 0),
    uri text not null,
    uploaded_by text not null,
    at timestamptz not null default now()
  )`,
  `create table order_messages (
    id uuid primary key,
    order_id uuid not null references orders (id),
    request_key text not null,
    by text not null,
    subject text not null,
    body text not null,
    at timestamptz not null default now(),
    email_id uuid references emails (id) on delete set null,
    unique (order_id, request_key)
  )`,
  'create index order_messages_order on order_messages (order_id, at)',
  'create index order_messages_email on order_messages (email_id)',
  `create table message_attachments (
    message_id uuid not null references order_messages (id),
    attachment_id uuid not null references attachments (id),
    position smallint not null,
    primary key (message_id, attachment_id)
  )`,
  // Kinds that operators switched off or on. A kind without a row is on.
  `create table notification_settings (
    kind text primary key,
    enabled boolean not null,
    by text not null,
    at timestamptz not null default now()
  )`,
  // Reported items, so that operators are notified of each item only once.
  `create table notification_items (
    kind text not null,
    item text not null,
    seen_at timestamptz not null default now(),
    primary key (kind, item)
  )`,
  'create index notification_items_seen on notification_items (seen_at)',
  `create table notification_sends (
    id bigint generated always as identity primary key,
    key text not null,
    sent_at timestamptz not null default now()
  )`,
  'create index notification_sends_at on notification_sends (sent_at)',
  // Notifications that exceeded the limits: the content of the digest.
  `create table notification_digest (
    id bigint generated always as identity primary key,
    kind text not null,
    text text not null,
    path text not null,
    since timestamptz not null,
    queued_at timestamptz not null default now()
  )`,
  // Number of lookups of the event at the processor.
  'alter table processor_events add column looks integer not null default 0',
  `create index orders_declined on orders (created_at desc) where charge_state = 'declined' and not paid`,
  'create index refunds_newest on refunds (created_at desc)',
  `create index generation_jobs_failed on generation_jobs (completed_at desc) where status = 'error'`,
]
