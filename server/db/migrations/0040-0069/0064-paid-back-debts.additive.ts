// Debts that were paid before their purchase's payment came back are owed to the buyer, a won dispute can be lost again, and the worker
// settles refunds of purchases. Processes of the previous release do none of this.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const directions = [
  // Payments on a debt whose purchase's payment came back: refunded, or credited.
  'debt_settled debts bank',
  'gift_card_reinstated debts gift_cards',
  'credits_reinstated debts credits',
]

/** Adds kinds of movements, and keeps whatever kinds the function has by then. */
const widenDirections = `do $$
  begin
    execute replace(pg_get_functiondef('check_movement_direction'::regproc), 'not in (',
      'not in (${directions.map((words) => `''${words}'', `).join('')}');
  end $$`

const statements = [
  widenDirections,
  // Part of settled_cents that was refunded or credited to the buyer, or set off against another debt of the purchase.
  `alter table debts
    add column paid_back_cents integer not null default 0,
    add constraint debts_paid_back_check check (paid_back_cents between 0 and settled_cents)`,
  'create index debts_settled on debts (at) where settled_cents > paid_back_cents',
  // When a dispute takes a payment back again, the id is the dispute's with the suffix /2. checked_at: when the worker last checked the
  // refund.
  'alter table purchase_refunds add column checked_at timestamptz not null default now()',
  "create unique index purchase_returns_open on purchase_returns (split_part(id, '/', 1)) where reinstated_at is null",
]
