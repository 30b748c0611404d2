// Views that compare the cached balances with the ledger, and the triggers of migration 0052 that compare them when a transaction commits,
// because separate statements write the balance and the movement, in any order. A view is one statement and so one snapshot: it sees all
// writes of a concurrent transaction or none.

const net = (account: string, column: string, id: string) =>
  `coalesce((select sum(case '${account}' when credit then cents when debit then -cents end)
      from money_movements where ${column} = ${id}), 0)::int`

/** Triggers for new rows of the table, and for rows that change in one of the columns. */
const comparing = (
  table: string,
  checkName: string,
  columns: readonly string[],
  { isNew = 'true', isChanged = 'true' } = {},
) => {
  const row = (name: string) => `(${columns.map((column) => `${name}.${column}`).join(', ')})`
  const each = `deferrable initially deferred for each row`
  return [
    `create constraint trigger ${checkName}_of_new after insert on ${table} ${each}
      when (${isNew}) execute function ${checkName}()`,
    `create constraint trigger ${checkName}_changed after update of ${columns.join(', ')} on ${table} ${each}
      when (${row('old')} is distinct from ${row('new')} and ${isChanged}) execute function ${checkName}()`,
  ]
}

/** `column` names the subject in the ledger's movements. `table` has the balance, under the subject's id. */
const check = (
  name: string,
  options: { table: string; column: string; view: string; type: string },
) => {
  const { table, column, view, type } = options
  return `create function ${name}() returns trigger language plpgsql as $$
  declare
    subject ${type};
    wrong record;
  begin
    if tg_table_name = '${table}' then
      subject := new.id;
    else
      subject := case tg_op when 'DELETE' then old.${column} else new.${column} end;
    end if;
    select * into wrong from ${view} where id = subject and not agrees;
    if found then
      raise check_violation using constraint = '${name}',
        message = format('%s %s: the ledger has %s, the row %s.', '${view}', subject, wrong.booked, wrong.cached);
    end if;
    return null;
  end $$`
}

/** Views that compare the cached balances with those of the ledger. */
export const comparisons = [
  // A pending refund may already have left, in part or as a whole. An unpaid order has its gift card's share until it is closed.
  `create view order_money as
  select id, paid, cached, booked, case when paid then booked between cached - refunding_cents and cached
    else booked in (0, gift_cents) end as agrees
  from (
    select id, paid, refunding_cents, gift_cents, case when paid then total_cents - refunded_cents else 0 end as cached,
      ${net('orders', 'order_id', 'orders.id')} as booked
    from orders
  ) as summed`,
  `create view gift_card_money as
  select id, cached, booked, cached = booked as agrees
  from (
    select id, balance_cents as cached, ${net('gift_cards', 'gift_card_id', 'gift_cards.id')} as booked from gift_cards
  ) as summed`,
  `create view account_credits as
  select id, cached, booked, cached = booked as agrees
  from (
    select id, credits as cached,
      coalesce((select sum(credits) from credit_entries where account_id = accounts.id), 0)::int as booked
    from accounts
  ) as summed`,
  `create view account_credit_value as
  select id, cached, booked, cached = booked as agrees
  from (
    select id, credit_value_cents as cached, ${net('credits', 'account_id', 'accounts.id')} as booked from accounts
  ) as summed`,
]

/**
 * Skips both comparisons for a paid order: the trigger that books a charge has just booked what would be compared. A charge has the
 * order's id as its source, so there is no other one.
 */
const isCharged = `new.paid and not old.paid and new.payment_id is not null and new.gift_cents = 0 and new.refunded_cents = 0
  and new.refunding_cents = 0`

export const checks = [
  check('check_order_money', {
    table: 'orders',
    column: 'order_id',
    view: 'order_money',
    type: 'uuid',
  }),
  check('check_gift_card_money', {
    table: 'gift_cards',
    column: 'gift_card_id',
    view: 'gift_card_money',
    type: 'uuid',
  }),
  check('check_account_credits', {
    table: 'accounts',
    column: 'account_id',
    view: 'account_credits',
    type: 'text',
  }),
  check('check_credit_value', {
    table: 'accounts',
    column: 'account_id',
    view: 'account_credit_value',
    type: 'text',
  }),
  ...comparing(
    'orders',
    'check_order_money',
    ['paid', 'total_cents', 'refunded_cents', 'refunding_cents', 'gift_cents'],
    {
      isNew: 'new.gift_cents > 0 or new.refunded_cents > 0 or new.refunding_cents > 0',
      isChanged: `not (${isCharged})`,
    },
  ),
  ...comparing('gift_cards', 'check_gift_card_money', ['balance_cents']),
  ...comparing('accounts', 'check_account_credits', ['credits'], { isNew: 'new.credits > 0' }),
  ...comparing('accounts', 'check_credit_value', ['credit_value_cents'], {
    isNew: 'new.credit_value_cents > 0',
  }),
  ...comparing('credit_entries', 'check_account_credits', ['credits', 'account_id']),
  `create constraint trigger check_account_credits_less after delete on credit_entries deferrable initially deferred for each row
    execute function check_account_credits()`,
  ...[
    [
      'check_order_money',
      'order_id',
      "'orders' in (new.debit, new.credit) and new.kind <> 'charge'",
    ],
    ['check_gift_card_money', 'gift_card_id', "'gift_cards' in (new.debit, new.credit)"],
    ['check_credit_value', 'account_id', "'credits' in (new.debit, new.credit)"],
  ].map(
    ([
      name,
      column,
      when,
    ]) => `create constraint trigger ${name}_booked after insert on money_movements deferrable initially deferred
      for each row when (new.${column} is not null and ${when}) execute function ${name}()`,
  ),

  `create function refuse_change_of_movement() returns trigger language plpgsql as $$
  begin
    raise restrict_violation using message = 'Movements of money are only added.';
  end $$`,
  `create trigger money_movements_are_kept before update or delete or truncate on money_movements
    for each statement execute function refuse_change_of_movement()`,
]
