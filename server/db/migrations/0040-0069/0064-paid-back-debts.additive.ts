// Debts that were paid before their payment came back are owed to the buyer, a dispute that was won can be lost again, and the worker
// settles refunds of purchases. Processes of the release before do none of it.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const directions = [
  // What was paid of a debt whose payment came back: paid back, or credited.
  'debt_settled debts bank',
  'gift_card_reinstated debts gift_cards',
  'credits_reinstated debts credits',
]

/** More kinds of movements, whatever the function has by then. */
const widenDirections = `do $$
  begin
    execute replace(pg_get_functiondef('check_movement_direction'::regproc), 'not in (',
      'not in (${directions.map((words) => `''${words}'', `).join('')}');
  end $$`

const statements = [
  widenDirections,
  // What of settled_cents was paid back or credited to the buyer, or set against another debt of the purchase.
  `alter table debts
    add column paid_back_cents integer not null default 0,
    add constraint debts_paid_back_check check (paid_back_cents between 0 and settled_cents)`,
  'create index debts_settled on debts (at) where settled_cents > paid_back_cents',
  // The id of the second time that a dispute takes a payment back is that of the dispute with /2.
  // When the worker looked last.
  'alter table purchase_refunds add column checked_at timestamptz not null default now()',
  "create unique index purchase_returns_open on purchase_returns (split_part(id, '/', 1)) where reinstated_at is null",
]
