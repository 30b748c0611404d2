// Conditions at every moment. Triggers see every write, even one that is rolled back later. Simulated row loss
// bypasses them, so it is not a violation.
import type pg from 'pg'
import * as v from 'valibot'

const rules = [
  {
    name: 'a paid order became unpaid',
    table: 'orders',
    when: 'old.paid and not new.paid',
  },
  {
    name: 'the payment of a paid order was replaced',
    table: 'orders',
    when: 'old.paid and new.payment_id is distinct from old.payment_id',
  },
  {
    name: 'an order that was cancelled unpaid was opened again',
    table: 'orders',
    when: "old.status = 'CANCELLED' and not old.paid and new.status <> 'CANCELLED'",
  },
  {
    name: 'the response stored for a key was replaced',
    table: 'idempotency_keys',
    when: 'old.answer is not null and new.answer is distinct from old.answer and new.created_at = old.created_at',
  },
  {
    name: 'a handled event was opened again',
    table: 'processor_events',
    when: "old.state = 'handled' and new.state = 'open'",
  },
  {
    name: 'a paid purchase became unpaid, or its payment was replaced',
    table: 'purchases',
    when: "old.state = 'paid' and (new.state <> 'paid' or new.payment_id is distinct from old.payment_id)",
  },
] as const

/** Checks new rows in a function, because the condition of a trigger cannot read another table. */
const refundOfDisputed = `
  create function sim.rule_refund() returns trigger language plpgsql as $$
  begin
    if new.state = 'started' and exists (select from orders where id = new.order_id and disputed_cents > 0) then
      insert into sim.broken_rules values ('a refund of a disputed order was begun');
    end if;
    return null;
  end $$;
  create trigger rule_refund after insert on public.refunds for each row execute function sim.rule_refund()`

export async function installWatch(pool: pg.Pool): Promise<void> {
  const triggers = rules.map(({ name, table, when }, index) => {
    const rule = `sim_rule_${index}`
    return `create function sim.${rule}() returns trigger language plpgsql as
        $$ begin insert into sim.broken_rules values ('${name}'); return null; end $$;
      create trigger ${rule} after update on public.${table} for each row when (${when}) execute function sim.${rule}()`
  })
  await pool.query(
    [
      'create unlogged table sim.broken_rules (name text not null)',
      ...triggers,
      refundOfDisputed,
    ].join(';'),
  )
}

/** Returns the rules that were broken since the last call. */
export async function takeBrokenRules(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query('delete from sim.broken_rules returning name')
  return v.parse(v.array(v.object({ name: v.string() })), rows).map(({ name }) => name)
}
