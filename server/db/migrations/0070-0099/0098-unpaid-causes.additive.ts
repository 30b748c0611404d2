// Why an order is unpaid, as a word in addition to the sentence. A process of the previous release writes only the sentence; the triggers
// then set the cause. Remove the triggers in the next release, before any sentence is reworded.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const causes = `when 'No card on file' then 'no_card'
  when 'Waiting for the payment at checkout' then 'awaits_checkout'
  when 'The card processor did not answer in time' then 'no_response'
  when 'The card processor is busy' then 'busy'
  when 'The card processor has an earlier charge for this order' then 'earlier_charge'
  when 'The charge never reached the card processor' then 'never_arrived'
  when 'The charge arrived after the order was closed' then 'arrived_late'`

/** The processor's texts have no cause, so their rows are not written. */
const sentences = [...causes.matchAll(/when ('[^']+')/g)].map(([, sentence]) => sentence).join(', ')

const statements = [
  'alter table orders add column unpaid_cause text',
  `alter table orders add constraint orders_unpaid_cause_check check (unpaid_cause in
    ('no_card', 'awaits_checkout', 'no_response', 'busy', 'earlier_charge', 'never_arrived', 'arrived_late')) not valid`,
  `create function name_unpaid_cause() returns trigger language plpgsql as $$
    begin
      new.unpaid_cause := case new.unpaid_reason
        ${causes}
      end;
      return new;
    end
  $$`,
  `create trigger orders_unpaid_cause before update of unpaid_reason on orders for each row
    when (new.unpaid_reason is distinct from old.unpaid_reason and new.unpaid_cause is not distinct from old.unpaid_cause)
    execute function name_unpaid_cause()`,
  `create trigger orders_unpaid_cause_of_new before insert on orders for each row
    when (new.unpaid_reason is not null and new.unpaid_cause is null)
    execute function name_unpaid_cause()`,
  // Read through indexes while `orders` is locked. No code depends on the causes of other unpaid orders.
  ...["status = 'PENDING_PAYMENT'", "charge_state = 'declined'"].map(
    (filter) => `update orders set unpaid_cause = case unpaid_reason ${causes} end
      where ${filter} and not paid and unpaid_cause is null and unpaid_reason in (${sentences})`,
  ),
]
