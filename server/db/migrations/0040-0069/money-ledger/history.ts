// Movements older than migration 0052, in order, as far as the rows show them.

/**
 * Charges of the paid orders that meet `which`. The history of an order states when it was paid; orders of the first releases have no such
 * line.
 */
export const charges = (which = '') => `
  insert into money_movements (booked_at, kind, debit, credit, cents, order_id, processor_id, source)
  select coalesce(paid_at, created_at), 'charge', 'processor', 'orders', total_cents - gift_cents, id, payment_id, 'charge:' || id
  from orders left join (
    select order_id, min(at) as paid_at from order_events where by = 'payment' group by order_id
  ) as payment on payment.order_id = orders.id
  where paid and payment_id is not null and total_cents > gift_cents ${which}
  order by 1`

/** More events than the transactions open at any moment can write. */
const openEvents = 100_000

/** Orders that were paid while the others were booked: each has an event after `last`, the last event at that time. */
export const paidSince = (last: number) => `
  and id in (select order_id from order_events where id > ${last - openEvents})
  and not exists (select from money_movements where source = 'charge:' || orders.id)`

export const history = [
  `select book_gift_card_entry(entry, at) from gift_card_entries as entry order by id`,

  // A refund that failed after it had succeeded was returned by the bank.
  `with settled as (
    select refund, refund.state, refund.updated_at, (select min(at) from order_events
      where order_events.order_id = refund.order_id and refund_id = refund.id and refund_state = 'succeeded') as succeeded_at
    from refunds as refund where refund.state in ('succeeded', 'failed')
  ), booked as (
    select refund, 'refund' as kind, coalesce(succeeded_at, updated_at) as at from settled where state = 'succeeded' or succeeded_at is not null
    union all
    select refund, 'refund_returned', updated_at from settled where state = 'failed' and succeeded_at is not null
  )
  select book_refund(refund, kind, at) from booked order by at, kind`,

  // Credits of an account that no entry explains: its first credits, or credits that an operator added or removed manually.
  `insert into credit_entries (account_id, kind, credits, at)
  select accounts.id, 'grant', accounts.credits - coalesce(entered, 0),
    case when accounts.credits > coalesce(entered, 0) then created_at else now() end
  from accounts left join (
    select account_id, sum(credits)::int as entered from credit_entries group by account_id
  ) as entries on entries.account_id = accounts.id
  where accounts.credits <> coalesce(entered, 0)`,
  // One after another, because the value of each depends on the previous ones. Only for accounts that bought something.
  `do $$
  declare
    found record;
  begin
    for found in
      select entry, at, coalesce(sum(credits) over (partition by account_id order by at, id
        rows between unbounded preceding and 1 preceding), 0)::bigint as before
      from credit_entries as entry
      where account_id in (select account_id from credit_entries where kind = 'purchase')
      order by at, id
    loop
      perform book_credit_entry(found.entry, found.before, found.at);
    end loop;
  end $$`,

  `select book_unmatched_payment(payment, 'unmatched_payment', found_at) from unmatched_payments as payment order by found_at`,
  `select book_unmatched_payment(payment, case state when 'refunded' then 'unmatched_refund' else 'unmatched_matched' end, updated_at)
    from unmatched_payments as payment where state in ('refunded', 'returned') order by updated_at`,
  `select book_unmatched_payment(payment, 'unmatched_matched', updated_at) from unmatched_payments as payment
    where exists (select from orders where orders.payment_id = payment.payment_id)
      or exists (select from purchases where purchases.payment_id = payment.payment_id)`,
]

/**
 * Balances that were changed manually and do not follow from the rows. The ledger adopts them, so that they can be changed again. An order
 * has movements other than its charge only if one of these columns indicates it.
 */
export const corrections = [
  `insert into money_movements (kind, debit, credit, cents, order_id, source)
  select case when booked > cached then 'refund' else 'refund_returned' end, case when booked > cached then 'orders' else 'processor' end,
    case when booked > cached then 'processor' else 'orders' end, abs(booked - cached), id, 'correction:' || id
  from order_money where not agrees and paid and id in (
    select id from orders where refunded_cents > 0 or refunding_cents > 0 or gift_cents > 0
    union select order_id from refunds)`,
  `insert into money_movements (kind, debit, credit, cents, gift_card_id, source)
  select case when booked > cached then 'gift_card_voided' else 'adjustment' end, case when booked > cached then 'gift_cards' else 'losses' end,
    case when booked > cached then 'breakage' else 'gift_cards' end, abs(booked - cached), id, 'correction:' || id
  from gift_card_money where not agrees`,
]
