// Money that left on the card processor's side: disputes, refunds made in its dashboard, early fraud warnings, and purchases of gift cards
// and credits whose payment was taken back. Processes of the previous release may run at the same time: they neither read nor write any of
// it.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Adds a line kind about disputes to the history, and keeps whatever other kinds the constraint has by then. */
const widenEventKinds = `do $$
  declare known text;
  begin
    select pg_get_expr(conbin, conrelid) into known from pg_constraint
      where conrelid = 'order_events'::regclass and conname = 'order_events_kind_check';
    execute format('alter table order_events drop constraint order_events_kind_check,
      add constraint order_events_kind_check check (%s or kind = ''dispute'') not valid', known);
  end $$`

const directions = [
  'dispute_lost losses disputed',
  // Value that returned to a gift card or an account whose owner owes it.
  'gift_card_reversed gift_cards debts',
  'credits_reversed credits debts',
  // The bank returned the refund that had withdrawn the value.
  'gift_card_reinstated processor gift_cards',
  'credits_reinstated processor credits',
  'debt_reinstated processor debts',
  // A written-off debt whose dispute was won.
  'debt_written_off debts losses',
]

const orders = [
  // disputed_cents: amount of open chargebacks. lost_cents: what lost chargebacks took of the order's payment.
  `alter table orders
    add column disputed_cents integer not null default 0,
    add column lost_cents integer not null default 0,
    add constraint orders_disputes_check check (disputed_cents >= 0 and lost_cents >= 0
      and refunded_cents + refunding_cents + lost_cents <= total_cents) not valid`,
  `create or replace view order_money as
  select id, paid, cached, booked, case when paid then booked between cached - refunding_cents and cached
    else booked in (0, gift_cents) end as agrees
  from (
    select id, paid, refunding_cents, gift_cents, case when paid then total_cents - refunded_cents - lost_cents else 0 end as cached,
      coalesce((select sum(case 'orders' when credit then cents when debit then -cents end)
        from money_movements where order_id = orders.id), 0)::int as booked
    from orders
  ) as summed`,
  `create constraint trigger check_order_money_lost after update of lost_cents on orders deferrable initially deferred for each row
    when (old.lost_cents <> new.lost_cents) execute function check_order_money()`,
  widenEventKinds,
]

const disputes = [
  // amount_cents: what the bank claims. withdrawn_cents: what the bank holds. lost_cents: what the bank finally took of the order's
  // payment.
  `create table disputes (
    id text primary key,
    payment_id text not null,
    order_id uuid references orders (id),
    purchase_id uuid references purchases (id),
    amount_cents integer not null check (amount_cents > 0),
    withdrawn_cents integer not null default 0 check (withdrawn_cents >= 0),
    lost_cents integer not null default 0 check (lost_cents between 0 and amount_cents),
    fee_cents integer not null default 0,
    reason text not null,
    status text not null check (status in ('warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response',
      'under_review', 'won', 'lost', 'prevented')),
    evidence_due_at timestamptz,
    evidence_submitted_at timestamptz,
    evidence_by text,
    opened_at timestamptz not null,
    closed_at timestamptz,
    found_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check ((closed_at is null) = (status like '%needs_response' or status like '%under_review'))
  )`,
  'create index disputes_order on disputes (order_id) where order_id is not null',
  'create index disputes_purchase on disputes (purchase_id) where purchase_id is not null',
  'create index disputes_open on disputes (opened_at) where closed_at is null',
  'create index disputes_changed on disputes (updated_at)',
  // actionable: the payment was neither refunded nor disputed yet. resolution: how an operator handled the warning.
  `create table fraud_warnings (
    id text primary key,
    payment_id text not null,
    order_id uuid references orders (id),
    purchase_id uuid references purchases (id),
    fraud_type text not null,
    actionable boolean not null,
    warned_at timestamptz not null,
    found_at timestamptz not null default now(),
    resolved_at timestamptz,
    resolved_by text,
    resolution text,
    check ((resolved_at is null) = (resolved_by is null) and (resolved_at is null) = (resolution is null))
  )`,
  'create index fraud_warnings_order on fraud_warnings (order_id) where order_id is not null',
  'create index fraud_warnings_open on fraud_warnings (warned_at) where actionable and resolved_at is null',
  // Payments whose record at the processor must be read: an event named them, or a search found something that is not known here.
  `create table payment_reviews (
    payment_id text primary key,
    requested_at timestamptz not null default now(),
    since timestamptz not null default now(),
    checked_at timestamptz,
    looks integer not null default 0
  )`,
  // One row.
  `create table return_searches (
    id smallint primary key check (id = 1),
    due_at timestamptz not null default now(),
    finished_at timestamptz
  )`,
  'insert into return_searches (id) values (1)',
]

const purchases = [
  // How a purchase's payment was taken back: a refund or a dispute, under its id at the processor. cents = taken_cents + debt_cents.
  `create table purchase_returns (
    id text primary key,
    purchase_id uuid not null references purchases (id),
    account_id text not null references accounts (id),
    kind text not null check (kind in ('refund', 'dispute')),
    cents integer not null check (cents > 0),
    taken_cents integer not null check (taken_cents >= 0),
    taken_credits integer not null default 0 check (taken_credits >= 0),
    at timestamptz not null default now(),
    reinstated_at timestamptz,
    check (taken_cents <= cents)
  )`,
  'create index purchase_returns_purchase on purchase_returns (purchase_id)',
  // Debt of the buyer: value that was spent before its payment was taken back. returned_cents: value returned to the gift card or the
  // account.
  `create table debts (
    id uuid primary key default gen_random_uuid(),
    return_id text not null unique references purchase_returns (id),
    purchase_id uuid not null references purchases (id),
    account_id text not null references accounts (id),
    cents integer not null check (cents > 0),
    left_cents integer not null,
    returned_cents integer not null default 0 check (returned_cents >= 0),
    returned_credits integer not null default 0 check (returned_credits >= 0),
    settled_cents integer not null default 0 check (settled_cents >= 0),
    written_off_cents integer not null default 0 check (written_off_cents >= 0),
    reinstated_cents integer not null default 0 check (reinstated_cents >= 0),
    closed_by text,
    note text,
    at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (left_cents >= 0 and left_cents = cents - returned_cents - settled_cents - written_off_cents - reinstated_cents)
  )`,
  'create index debts_open on debts (account_id) where left_cents > 0',
  // reversal: the payment was taken back. reinstatement: the dispute was won. void: an operator voided the card without a refund.
  `alter table gift_card_entries
    add column return_id text references purchase_returns (id),
    drop constraint gift_card_entries_kind_check,
    drop constraint gift_card_entries_check,
    drop constraint gift_card_entries_check1,
    add constraint gift_card_entries_kind_check check (kind in ('issue', 'redeem', 'return', 'refund', 'reversal', 'reinstatement', 'void'))
      not valid,
    add constraint gift_card_entries_check check (case when kind in ('redeem', 'reversal', 'void') then cents < 0 else cents > 0 end) not valid,
    add constraint gift_card_entries_check1 check ((kind in ('redeem', 'return', 'refund')) = (order_id is not null)) not valid`,
  // round: incremented when an operator sends the card again under another code. voided_at: the card can no longer pay.
  `alter table gift_cards
    add column round integer not null default 0,
    add column voided_at timestamptz,
    add column voided_by text`,
  `alter table credit_entries
    add column return_id text references purchase_returns (id),
    drop constraint credit_entries_kind_check,
    drop constraint credit_entries_credits_check,
    drop constraint credit_entries_reason_check,
    add constraint credit_entries_kind_check check (kind in ('charge', 'refund', 'purchase', 'grant', 'reversal', 'reinstatement')) not valid,
    add constraint credit_entries_credits_check check (case kind when 'charge' then credits < 0 when 'reversal' then credits < 0
      when 'grant' then credits <> 0 else credits > 0 end) not valid,
    add constraint credit_entries_reason_check check (case kind when 'purchase' then job_id is null and purchase_id is not null
      when 'grant' then job_id is null and purchase_id is null
      when 'reversal' then job_id is null and return_id is not null
      when 'reinstatement' then job_id is null and return_id is not null
      else job_id is not null and purchase_id is null end) not valid`,
  // A function that withdraws credits moves their value itself.
  'drop trigger credit_entries_new on credit_entries',
  `create trigger credit_entries_new after insert on credit_entries for each row
    when (new.kind not in ('reversal', 'reinstatement')) execute function book_new_credit_entry()`,
  // Handles value that returns to a gift card whose buyer owes its price, after an order was closed unpaid or refunded. In the database,
  // because a process of the previous release also returns value.
  `create function repay_debt_of_gift_card() returns trigger language plpgsql as $$
  declare
    debt debts;
    left_on_card integer := new.balance_cents;
    repaid integer;
    entry bigint;
  begin
    for debt in select debts.* from debts where purchase_id = new.purchase_id and left_cents > 0 order by at for update loop
      repaid := least(debt.left_cents, left_on_card);
      exit when repaid <= 0;
      left_on_card := left_on_card - repaid;
      insert into gift_card_entries (gift_card_id, kind, cents, return_id) values (new.id, 'reversal', -repaid, debt.return_id)
        returning id into entry;
      update gift_cards set balance_cents = balance_cents - repaid where id = new.id;
      update debts set left_cents = left_cents - repaid, returned_cents = returned_cents + repaid, updated_at = now() where id = debt.id;
      insert into money_movements (kind, debit, credit, cents, purchase_id, gift_card_id, account_id, source)
        values ('gift_card_reversed', 'gift_cards', 'debts', repaid, debt.purchase_id, new.id, debt.account_id, 'gift_card_entry:' || entry);
    end loop;
    return null;
  end $$`,
  `create trigger gift_cards_repay_debt after update of balance_cents on gift_cards for each row
    when (new.balance_cents > old.balance_cents) execute function repay_debt_of_gift_card()`,
]

/** Adds kinds of movements, and keeps whatever kinds the function has by then. */
const widenDirections = `do $$
  begin
    execute replace(pg_get_functiondef('check_movement_direction'::regproc), 'not in (',
      'not in (${directions.map((words) => `''${words}'', `).join('')}');
  end $$`

const statements = [widenDirections, ...orders, ...disputes, ...purchases]
