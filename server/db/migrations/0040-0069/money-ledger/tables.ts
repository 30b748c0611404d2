// Tables and columns of migration 0052, with the closed list of kinds and their accounts.

/** Kind, debit, credit: the first account receives what the second one gives. */
const directions = [
  'refund orders processor',
  'refund_returned processor orders',
  'gift_card_sold processor gift_cards',
  'gift_card_used gift_cards orders',
  'gift_card_returned orders gift_cards',
  'gift_card_refunded orders gift_cards',
  'gift_card_reversed gift_cards processor',
  'gift_card_reversed gift_cards disputed',
  'gift_card_reinstated disputed gift_cards',
  'gift_card_voided gift_cards breakage',
  'credits_sold processor credits',
  'credits_used credits credits_used',
  'credits_returned credits_used credits',
  'credits_reversed credits processor',
  'credits_reversed credits disputed',
  'credits_reinstated disputed credits',
  'unmatched_payment processor unmatched',
  'unmatched_refund unmatched processor',
  'unmatched_refund_returned processor unmatched',
  'unmatched_matched unmatched processor',
  'dispute_opened disputed processor',
  'dispute_won processor disputed',
  'dispute_lost orders disputed',
  'dispute_lost debts disputed',
  'debt debts processor',
  'debt debts disputed',
  'debt_settled bank debts',
  'debt_written_off losses debts',
  'debt_reinstated disputed debts',
  'fee fees processor',
  'fee_returned processor fees',
  'payout bank processor',
  'payout_returned processor bank',
  'adjustment processor losses',
  'adjustment losses processor',
  // Value added to a gift card manually before the ledger existed.
  'adjustment losses gift_cards',
]

const ledger = [
  // order_id to dispute_id: the subject of the movement. No foreign keys, because a movement outlives its subject. processor_id: id of the
  // payment (pi_), refund (re_), dispute (dp_), balance transaction (txn_) or payout (po_) at the card processor. source: identifies the
  // booked fact, so that nothing is booked twice.
  `create table money_movements (
    id bigint generated always as identity,
    booked_at timestamptz not null default now(),
    kind text not null,
    debit text not null,
    credit text not null,
    cents integer not null check (cents > 0),
    order_id uuid,
    refund_id uuid,
    purchase_id uuid,
    gift_card_id uuid,
    account_id text,
    dispute_id text,
    processor_id text,
    source text not null,
    constraint money_movements_direction check (kind <> 'charge' or (debit = 'processor' and credit = 'orders'))
  )`,
  // Checks the closed list of kinds and accounts. A function, because the server prepares a CHECK of this length again for each statement,
  // which doubles the cost of a movement. Charges are excluded, because the constraint above checks them.
  `create function check_movement_direction() returns trigger language plpgsql as $$
  begin
    if new.kind || ' ' || new.debit || ' ' || new.credit not in (${directions.map((words) => `'${words}'`).join(', ')}) then
      raise check_violation using constraint = 'money_movements_direction',
        message = format('money_movements_direction: %s is no movement from %s to %s.', new.kind, new.credit, new.debit);
    end if;
    return new;
  end $$`,
  `create trigger money_movements_direction before insert on money_movements for each row
    when (new.kind <> 'charge') execute function check_movement_direction()`,
  // Result of the last comparison of cached balances with the ledger: one row, and one row per difference.
  `create table ledger_checks (
    id smallint primary key check (id = 1),
    checked_at timestamptz not null default now(),
    compared bigint not null
  )`,
  `create table ledger_differences (
    subject text not null check (subject in ('order', 'gift_card', 'credits', 'credit_value')),
    subject_id text not null,
    cached integer not null,
    booked integer not null,
    found_at timestamptz not null default now(),
    primary key (subject, subject_id)
  )`,
]

/** Created after most of the history is written, which is faster. */
export const indexes = [
  'alter table money_movements add primary key (id)',
  'alter table money_movements add constraint money_movements_source unique (source)',
  'create index money_movements_order on money_movements (order_id) where order_id is not null',
  'create index money_movements_gift_card on money_movements (gift_card_id) where gift_card_id is not null',
  'create index money_movements_account on money_movements (account_id) where account_id is not null',
  'create index money_movements_processor on money_movements (processor_id) where processor_id is not null',
  // Rows are written in order of time, so the index only needs the times of each range of pages.
  'create index money_movements_booked on money_movements using brin (booked_at)',
]

/**
 * From here on, writers of money wait until the migration commits. The lock is retried for a while, because otherwise the migration would
 * book the history again after each failed attempt.
 */
export const lockFacts = `do $$ begin
  for attempt in 1..60 loop
    begin
      lock table accounts, orders, refunds, gift_cards, gift_card_entries, credit_entries, unmatched_payments in share row exclusive mode;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.25 + random() / 2);
    end;
  end loop;
  raise lock_not_available using message = 'The tables of money stayed locked.';
end $$`

const balances = [
  // Amount paid for the account's remaining credits, according to the ledger.
  `alter table accounts
    add column credit_value_cents integer not null default 0,
    add constraint accounts_credit_value_check check (credit_value_cents >= 0) not valid`,
  // grant: credits that were not paid for. With grants, an account's credits are the sum of its entries. An unused account can be deleted
  // together with its grant.
  `alter table credit_entries
    drop constraint credit_entries_kind_check,
    drop constraint credit_entries_credits_check,
    drop constraint credit_entries_reason_check,
    drop constraint credit_entries_account_id_fkey,
    add constraint credit_entries_kind_check check (kind in ('charge', 'refund', 'purchase', 'grant')) not valid,
    add constraint credit_entries_credits_check check (case kind when 'charge' then credits < 0 when 'grant' then credits <> 0
      else credits > 0 end) not valid,
    add constraint credit_entries_reason_check check (case kind when 'purchase' then job_id is null and purchase_id is not null
      when 'grant' then job_id is null and purchase_id is null
      else job_id is not null and purchase_id is null end) not valid,
    add constraint credit_entries_account_id_fkey foreign key (account_id) references accounts (id) on delete cascade not valid`,
]

export const tables = { ledger, balances }
