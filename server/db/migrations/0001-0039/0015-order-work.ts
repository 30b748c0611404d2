// Operators' tools: holds, priorities, promised dates, notes, the words of the order search, and bulk actions. Existing rows are read
// before `orders` is locked, so requests wait only while the indexes are built.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const open = "status in ('RECEIVED', 'ACCEPTED', 'PRINTING', 'PRINTED')"

/** The searched columns, as arguments of order_search_words. */
const searched = (row: string): string =>
  [
    'code',
    'recipient_name',
    'email',
    'file_name',
    'city',
    'state',
    'zip',
    'country',
    'phone',
    'material',
    'color',
  ]
    .map((column) => `${row}.${column}`)
    .join(', ')

const fill = (which: string): string =>
  `insert into order_search (order_id, words)
    select orders.id, order_search_words(${searched('orders')}) from orders ${which} on conflict do nothing`

const statements = [
  // Removes accents and lowercases, so that "muller" finds Müller.
  `create function fold_search_text(given text) returns text language sql immutable parallel safe
    return lower(regexp_replace(normalize(given, NFKD), '[\\u0300-\\u036f]', '', 'g'))`,
  // Words are matched by prefix. Every suffix of a code is a word, so that any part of a code is found.
  `create function order_search_words(code text, variadic texts text[]) returns tsvector language sql immutable parallel safe
    return array_to_tsvector(array(
      select distinct left(word, 100) from (
        select unnest(regexp_split_to_array(fold_search_text(array_to_string(texts, ' ')), '[\\s!-/:-@\\[-\`{-~\\u2010-\\u201f]+')) as word
        union all
        select fold_search_text(text) from unnest(texts) as text where text like '%@%'
        union all
        select lower(substr(code, start)) from generate_series(5, length(code)) as start
      ) as words
      where word <> ''))`,
  // A separate table, so that changes of an order's status do not touch its search index. The foreign key is added below, because adding
  // one blocks writes to orders until the migrations end.
  `create table order_search (
    order_id uuid primary key,
    words tsvector not null
  )`,
  fill(''),
  'create index order_search_words_index on order_search using gin (words)',
  // From here on, no statement reads for long. The lock is taken while the transaction holds no other lock on orders, so it waits for
  // running transactions without blocking their next statements.
  'lock table orders in access exclusive mode',
  `alter table order_search add constraint order_search_order foreign key (order_id) references orders (id)
    on delete cascade not valid`,
  `create function add_order_search() returns trigger language plpgsql as $$
    begin
      insert into order_search (order_id, words) values (new.id, order_search_words(${searched('new')}))
        on conflict do nothing;
      return null;
    end $$`,
  `create table order_notes (
    id uuid primary key,
    order_id uuid not null references orders (id),
    by text not null,
    text text not null check (char_length(text) between 1 and 2000),
    at timestamptz not null default now()
  )`,
  'create index order_notes_order on order_notes (order_id, at)',
  `create table bulk_actions (
    id uuid primary key,
    by text not null,
    kind text not null check (kind in ('accept', 'start', 'finish', 'ship', 'deliver', 'hold', 'release', 'priority')),
    reason text check (char_length(reason) between 1 and 200),
    priority smallint check (priority between -1 and 2),
    -- The filter whose orders were taken; null for a selection.
    filter jsonb,
    without_tracking boolean not null default false,
    created_at timestamptz not null default now(),
    confirmed_at timestamptz,
    check ((kind = 'hold') = (reason is not null)),
    check ((kind = 'priority') = (priority is not null))
  )`,
  'create index bulk_actions_age on bulk_actions (created_at)',
  // The orders of an action and their versions, fixed when the action was previewed. outcome: null until the action is confirmed.
  `create table bulk_action_orders (
    bulk_id uuid not null references bulk_actions (id) on delete cascade,
    place integer not null,
    order_id uuid references orders (id),
    code text not null,
    version integer,
    tracking jsonb,
    outcome text check (outcome in ('done', 'excluded', 'refused')),
    why text check (why in ('held', 'not_held', 'same_priority', 'wrong_status', 'unpaid', 'changed', 'not_found', 'no_tracking')),
    primary key (bulk_id, place),
    unique (bulk_id, code),
    check (outcome is not null or (order_id is not null and version is not null)),
    check ((outcome in ('excluded', 'refused')) = (why is not null))
  )`,
  `alter table orders
    add column held_reason text,
    add column held_at timestamptz,
    add column held_by text,
    add column priority smallint not null default 0,
    add column due_at timestamptz,
    add constraint orders_hold_check check (num_nulls(held_reason, held_at, held_by) in (0, 3)) not valid,
    add constraint orders_priority_check check (priority between -1 and 2) not valid`,
  // Adds the rows that were inserted while the others were read.
  fill("where created_at > now() - interval '1 hour'"),
  `create trigger orders_search after insert on orders for each row execute function add_order_search()`,
  // Seven days, the lead time of a queue of average length.
  `update orders set due_at = created_at + interval '7 days' where ${open}`,
  // The open orders as the queue lists them, and the open orders of one status.
  `create index orders_work on orders (priority desc, due_at, id) where ${open}`,
  `create index orders_work_status on orders (status, priority desc, due_at, id) where ${open}`,
  `create index orders_due on orders (due_at) where ${open}`,
  'create index orders_held on orders (held_at) where held_at is not null',
  // detail: the reason of a hold, or the priority. A note is in order_notes.
  `alter table order_events
    add column kind text,
    add column detail text,
    add constraint order_events_kind_check check (kind in ('hold', 'release', 'priority', 'note')) not valid`,
]
