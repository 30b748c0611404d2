// What a failover or a restore to an earlier moment loses: the rows of orders, while the processor keeps its record.
import type { TestService } from './service.ts'

/** The orders with everything that was written with them: history, mails, Idempotency-Keys, the spending of their quotes. */
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
  await pool.query('delete from orders where code = any($1)', [codes])
}

/** The refunds of an order with their history and mails, as a restore to a moment before them loses them. */
export async function loseRefunds(
  { service }: Pick<TestService, 'service'>,
  code: string,
): Promise<void> {
  const { pool } = service.database
  const ofOrder = 'order_id = (select id from orders where code = $1)'
  await pool.query(`delete from emails where ${ofOrder} and kind like 'refund:%'`, [code])
  await pool.query(`delete from order_events where ${ofOrder} and refund_id is not null`, [code])
  await pool.query(`delete from refunds where ${ofOrder}`, [code])
  await pool.query('update orders set refunded_cents = 0, refunding_cents = 0 where code = $1', [
    code,
  ])
}
