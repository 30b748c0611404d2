// Deletes the rows of orders, as a failover or a restore to an earlier moment does, while the processor keeps its
// record.

import { loseMovements } from '../database/without-triggers.ts'
import { type FormChanges, findOrder, placed, type SubmitBody, submit } from '../people/submit.ts'
import type { TestAccount, TestService } from '../service/service.ts'

/**
 * Deletes the orders with everything written with them: history, emails, Idempotency-Keys, the spending of their
 * quotes.
 */
export async function loseOrders(
  { service }: Pick<TestService, 'service'>,
  codes: readonly string[],
): Promise<void> {
  const { pool } = service.database
  const chosen = 'in (select id from orders where code = any($1))'
  await pool.query(
    `delete from idempotency_keys where (account_id, key) in (
      select account_id, idempotency_key from orders where code = any($1))`,
    [codes],
  )
  await pool.query(
    'update quotes set spent_at = null where id in (select quote_id from orders where code = any($1))',
    [codes],
  )
  await pool.query(`delete from emails where order_id ${chosen}`, [codes])
  await pool.query(`delete from order_events where order_id ${chosen}`, [codes])
  await loseMovements(pool, `order_id ${chosen}`, [codes])
  await pool.query('delete from orders where code = any($1)', [codes])
}

/** Deletes the refunds of an order with their history and emails, as a restore to an earlier moment does. */
export async function loseRefunds(
  { service }: Pick<TestService, 'service'>,
  code: string,
): Promise<void> {
  const { pool } = service.database
  const ofOrder = 'order_id = (select id from orders where code = $1)'
  await pool.query(`delete from emails where ${ofOrder} and kind like 'refund:%'`, [code])
  await pool.query(`delete from order_events where ${ofOrder} and refund_id is not null`, [code])
  await loseMovements(pool, `${ofOrder} and refund_id is not null`, [code])
  await pool.query(`delete from refunds where ${ofOrder}`, [code])
  await pool.query('update orders set refunded_cents = 0, refunding_cents = 0 where code = $1', [
    code,
  ])
}

/** Helpers for tests of lost rows: submits with a key, losses, charges of an account, orders by code. */
export const losses = (service: TestService) => ({
  send: (payer: TestAccount, key: string, fields: FormChanges = {}): Promise<SubmitBody> =>
    placed(submit(service, payer, { fields, headers: { 'idempotency-key': key } })),
  lose: (...codes: string[]) => loseOrders(service, codes),
  chargesOf: (payer: TestAccount) => service.stripe.charges({ customer: payer.customerId ?? '' }),
  orderOf: async (code: string) => {
    const order = await findOrder(service, code)
    if (order === null) throw new Error(`no order ${code}`)
    return order
  },
})
