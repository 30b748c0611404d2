// Money that returns and is taken again: disputes that a bank decides twice, void gift cards, and refunds of purchases. Processes of the
// previous release may run at the same time and return value to void gift cards; the trigger handles that.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const directions = [
  // A lost dispute whose decision the bank reversed.
  'dispute_lost disputed orders',
  'dispute_lost disputed losses',
  // The payment of a void gift card was taken back.
  'gift_card_reversed breakage processor',
  'gift_card_reversed breakage disputed',
]

/** Adds kinds of movements, and keeps whatever kinds the function has by then. */
const widenDirections = `do $$
  begin
    execute replace(pg_get_functiondef('check_movement_direction'::regproc), 'not in (',
      'not in (${directions.map((words) => `''${words}'', `).join('')}');
  end $$`

/** A void gift card pays nothing: value that returns to it and repays no debt becomes breakage. */
const voidCards = [
  `create function void_rest_of_gift_card(card uuid) returns void language plpgsql as $$
  declare
    voided gift_cards;
    entry bigint;
  begin
    select * into voided from gift_cards where id = card and voided_at is not null and balance_cents > 0 for update;
    if not found then return; end if;
    insert into gift_card_entries (gift_card_id, kind, cents) values (card, 'void', -voided.balance_cents) returning id into entry;
    update gift_cards set balance_cents = 0 where id = card;
    insert into money_movements (kind, debit, credit, cents, purchase_id, gift_card_id, source)
      values ('gift_card_voided', 'gift_cards', 'breakage', voided.balance_cents, voided.purchase_id, card, 'gift_card_entry:' || entry);
  end $$`,
  `create function void_what_came_back() returns trigger language plpgsql as $$
  begin
    perform void_rest_of_gift_card(new.id);
    return null;
  end $$`,
  // Triggers run in order of their names: this one after gift_cards_repay_debt.
  `create trigger gift_cards_void_rest after update of balance_cents on gift_cards for each row
    when (new.balance_cents > old.balance_cents and new.voided_at is not null) execute function void_what_came_back()`,
  'select void_rest_of_gift_card(id) from gift_cards where voided_at is not null and balance_cents > 0',
]

const purchaseRefunds = [
  // Refunds that operators requested. open: the outcome is not known yet. The value that they withdraw is in purchase_returns.
  `create table purchase_refunds (
    id uuid primary key,
    purchase_id uuid not null references purchases (id),
    payment_id text not null,
    amount_cents integer not null check (amount_cents > 0),
    reason text not null,
    requested_by text not null,
    state text not null default 'open' check (state in ('open', 'succeeded', 'failed')),
    processor_refund_id text,
    failure text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create index purchase_refunds_purchase on purchase_refunds (purchase_id)',
  "create unique index purchase_refunds_open on purchase_refunds (purchase_id) where state = 'open'",
]

const statements = [
  widenDirections,
  'create index disputes_payment on disputes (payment_id)',
  ...voidCards,
  ...purchaseRefunds,
]
