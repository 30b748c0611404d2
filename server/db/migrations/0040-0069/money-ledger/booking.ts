// The bookings of migration 0052 and their times: one function for each table of facts, and its trigger. The history calls the same
// functions.

/** `at` is the time of the movement. */
export const bookingFunctions = [
  // A payment in the account `unmatched`. The amount that the account holds of it leaves as a whole.
  `create function book_unmatched_payment(payment unmatched_payments, booked_kind text, at timestamptz) returns void
  language plpgsql as $$
  declare
    comes_in boolean := booked_kind in ('unmatched_payment', 'unmatched_refund_returned');
    held integer;
    moved integer;
    times integer;
  begin
    select coalesce(sum(case 'unmatched' when credit then cents when debit then -cents end), 0), count(*) filter (where kind = booked_kind)
      into held, times from money_movements where processor_id = payment.payment_id;
    moved := case when comes_in then payment.amount_cents - held else held end;
    if moved <= 0 then return; end if;
    insert into money_movements (booked_at, kind, debit, credit, cents, order_id, purchase_id, refund_id, processor_id, source)
    values (at, booked_kind, case when comes_in then 'processor' else 'unmatched' end,
      case when comes_in then 'unmatched' else 'processor' end, moved,
      case payment.subject when 'order' then payment.subject_id end, case payment.subject when 'purchase' then payment.subject_id end,
      case when booked_kind in ('unmatched_refund', 'unmatched_refund_returned') then payment.refund_id end,
      payment.payment_id, format('%s:%s:%s', booked_kind, payment.payment_id, times + 1));
  end $$`,
  // Books the card's part. A refund may succeed, be returned by the bank and succeed again.
  `create function book_refund(refund refunds, booked_kind text, at timestamptz) returns void language plpgsql as $$
  declare
    moved integer := refund.amount_cents - refund.gift_cents;
  begin
    if moved = 0 then return; end if;
    insert into money_movements (booked_at, kind, debit, credit, cents, order_id, refund_id, processor_id, source)
    select at, booked_kind, case booked_kind when 'refund' then 'orders' else 'processor' end,
      case booked_kind when 'refund' then 'processor' else 'orders' end, moved, refund.order_id, refund.id, refund.processor_refund_id,
      format('%s:%s:%s', booked_kind, refund.id, 1 + count(*))
    from money_movements where order_id = refund.order_id and refund_id = refund.id and kind = booked_kind;
  end $$`,
  `create function book_gift_card_entry(entry gift_card_entries, at timestamptz) returns void language plpgsql as $$
  declare
    purchase purchases;
  begin
    if entry.kind = 'issue' then
      select purchases.* into purchase from gift_cards join purchases on purchases.id = purchase_id where gift_cards.id = entry.gift_card_id;
    end if;
    insert into money_movements (booked_at, kind, debit, credit, cents, order_id, refund_id, purchase_id, gift_card_id, processor_id, source)
    select at, word, case entry.kind when 'issue' then 'processor' when 'redeem' then 'gift_cards' else 'orders' end,
      case entry.kind when 'redeem' then 'orders' else 'gift_cards' end, abs(entry.cents), entry.order_id, entry.refund_id,
      purchase.id, entry.gift_card_id, purchase.payment_id, 'gift_card_entry:' || entry.id
    from (values ('issue', 'gift_card_sold'), ('redeem', 'gift_card_used'), ('return', 'gift_card_returned'),
      ('refund', 'gift_card_refunded')) as words (kind, word)
    where words.kind = entry.kind;
  end $$`,
  // Credits are spent at their average value, and the last credit takes the remaining value. A failed generation refunds what its charge
  // moved. before: the account's credits without this entry. The caller locks the account's row.
  `create function book_credit_entry(entry credit_entries, before bigint, at timestamptz) returns void language plpgsql as $$
  declare
    held integer := (select credit_value_cents from accounts where id = entry.account_id);
    change integer := 0;
    purchase purchases;
  begin
    if entry.kind = 'purchase' then
      select * into purchase from purchases where id = entry.purchase_id;
      change := purchase.amount_cents;
    elsif entry.kind = 'refund' then
      change := coalesce((select cents from money_movements where source = (
        select 'credit_entry:' || id from credit_entries where job_id = entry.job_id and kind = 'charge')), 0);
    elsif entry.credits < 0 then
      change := case when -entry.credits >= before then -held else round(held::numeric * entry.credits / before) end;
    end if;
    if change = 0 then return; end if;
    insert into money_movements (booked_at, kind, debit, credit, cents, purchase_id, account_id, processor_id, source)
    values (at, case when entry.kind = 'purchase' then 'credits_sold' when change > 0 then 'credits_returned' else 'credits_used' end,
      case when entry.kind = 'purchase' then 'processor' when change > 0 then 'credits_used' else 'credits' end,
      case when change > 0 then 'credits' else 'credits_used' end,
      abs(change), purchase.id, entry.account_id, purchase.payment_id, 'credit_entry:' || entry.id);
    update accounts set credit_value_cents = held + change where id = entry.account_id;
  end $$`,
]

export const bookingTriggers = [
  `create function book_new_charge() returns trigger language plpgsql as $$
  begin
    insert into money_movements (kind, debit, credit, cents, order_id, processor_id, source)
    values ('charge', 'processor', 'orders', new.total_cents - new.gift_cents, new.id, new.payment_id, 'charge:' || new.id);
    return null;
  end $$`,
  `create trigger orders_charge_of_new after insert on orders for each row
    when (new.paid and new.payment_id is not null and new.total_cents > new.gift_cents) execute function book_new_charge()`,
  `create trigger orders_charge after update of paid on orders for each row
    when (new.paid and not old.paid and new.payment_id is not null and new.total_cents > new.gift_cents) execute function book_new_charge()`,

  `create function book_refund_state() returns trigger language plpgsql as $$
  begin
    if new.state = 'succeeded' then
      perform book_refund(new, 'refund', now());
    elsif old.state = 'succeeded' then
      perform book_refund(new, 'refund_returned', now());
    end if;
    return null;
  end $$`,
  `create trigger refunds_new after insert on refunds for each row
    when (new.state = 'succeeded') execute function book_refund_state()`,
  `create trigger refunds_state after update of state on refunds for each row
    when (new.state <> old.state and 'succeeded' in (new.state, old.state)) execute function book_refund_state()`,

  `create function book_new_gift_card_entry() returns trigger language plpgsql as $$
  begin
    perform book_gift_card_entry(new, now());
    return null;
  end $$`,
  `create trigger gift_card_entries_new after insert on gift_card_entries for each row execute function book_new_gift_card_entry()`,

  // The lock comes first, so that the sum includes concurrent entries that were committed in the meantime. It is the lock of an update,
  // because a stronger one would wait for the foreign keys of other transactions.
  `create function book_new_credit_entry() returns trigger language plpgsql as $$
  begin
    perform from accounts where id = new.account_id for no key update;
    perform book_credit_entry(new, (select sum(credits) - new.credits from credit_entries where account_id = new.account_id), now());
    return null;
  end $$`,
  `create trigger credit_entries_new after insert on credit_entries for each row execute function book_new_credit_entry()`,

  // Opening balance of an account.
  `create function grant_first_credits() returns trigger language plpgsql as $$
  begin
    insert into credit_entries (account_id, kind, credits) values (new.id, 'grant', new.credits);
    return null;
  end $$`,
  `create trigger accounts_first_credits after insert on accounts for each row
    when (new.credits > 0) execute function grant_first_credits()`,

  // The money is held in every state except refunded and returned.
  `create function book_unmatched_state() returns trigger language plpgsql as $$
  declare
    was_held boolean := old.state is not null and old.state not in ('refunded', 'returned');
  begin
    if new.state in ('refunded', 'returned') then
      if was_held then
        perform book_unmatched_payment(new, case new.state when 'refunded' then 'unmatched_refund' else 'unmatched_matched' end, now());
      end if;
    elsif not was_held then
      perform book_unmatched_payment(new,
        case old.state when 'refunded' then 'unmatched_refund_returned' else 'unmatched_payment' end, now());
    end if;
    return null;
  end $$`,
  `create trigger unmatched_payments_new after insert on unmatched_payments for each row execute function book_unmatched_state()`,
  `create trigger unmatched_payments_state after update of state on unmatched_payments for each row
    when (new.state <> old.state) execute function book_unmatched_state()`,

  // For operators: writes the entry and the balance together. A negative number takes credits.
  `create function grant_credits(to_account text, granted integer) returns void language plpgsql as $$
  begin
    if granted = 0 then return; end if;
    update accounts set credits = credits + granted where id = to_account;
    insert into credit_entries (account_id, kind, credits) values (to_account, 'grant', granted);
  end $$`,
]
