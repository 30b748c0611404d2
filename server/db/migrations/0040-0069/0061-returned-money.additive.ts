// Money that was returned to the buyer, or came back, makes the documents of its order or purchase due again, whatever code records it.
// The gift card's part of a refund moves whenever the card's part has moved.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create trigger orders_lost_money before update of lost_cents on orders
    for each row when (new.lost_cents is distinct from old.lost_cents) execute function mark_invoice_due()`,
  `create function mark_purchase_invoice_due() returns trigger language plpgsql as $$ begin
    update purchases set invoice_due = true where id = new.purchase_id
      and exists (select from billing_documents where purchase_id = new.purchase_id);
    return null;
  end $$`,
  `create trigger purchase_returns_invoice_due after insert or update of cents, reinstated_at on purchase_returns
    for each row execute function mark_purchase_invoice_due()`,
  // A dispute has an effect once it is lost.
  `create trigger disputes_invoice_due after insert or update of status on disputes
    for each row when (new.purchase_id is not null) execute function mark_purchase_invoice_due()`,
  // Also for a refund that was recorded as failed although the processor had carried it out.
  `create or replace trigger refunds_move_gift_card_part after update of state on refunds
    for each row when (new.gift_cents > 0 and (new.state in ('succeeded', 'failed') and old.state in ('started', 'unknown')
      or new.state = 'succeeded' and old.state = 'failed'))
    execute function move_gift_card_part()`,
  // Movements older than this migration. Documents that add up are not issued again.
  `update orders set invoice_due = true where lost_cents > 0
    and exists (select from billing_documents where order_id = orders.id)`,
  `update purchases set invoice_due = true where exists (select from purchase_returns where purchase_id = purchases.id)
    and exists (select from billing_documents where purchase_id = purchases.id)`,
]
