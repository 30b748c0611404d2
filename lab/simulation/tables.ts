// The rows that money depends on: emptied before a run, and copied and restored for a loss of rows, like a failover
// to a lagging standby or a restore to an earlier moment.
import type pg from 'pg'

const tables = [
  'accounts',
  'orders',
  'order_lines',
  'order_events',
  'order_search',
  'refunds',
  'idempotency_keys',
  'processor_events',
  'emails',
  'quotes',
  'purchases',
  'gift_cards',
  'gift_card_entries',
  'generation_jobs',
  'generation_bodies',
  'generation_logs',
  'credit_entries',
  'unmatched_payments',
  'payment_searches',
  'money_movements',
  'disputes',
  'fraud_warnings',
  'payment_reviews',
  'return_searches',
  'purchase_returns',
  'purchase_refunds',
  'debts',
  'billing_documents',
  'processor_transactions',
  'processor_payouts',
  'balance_readings',
  'tie_outs',
  'tie_out_differences',
  'month_closings',
  'print_jobs',
  'print_job_events',
] as const

/** Without triggers and foreign keys, which were already enforced in the copy. */
const freely = 'set local session_replication_role = replica'

export type MoneyTables = {
  readonly clear: () => Promise<void>
  readonly copy: () => Promise<void>
  readonly putBack: () => Promise<void>
}

export async function createMoneyTables(pool: pg.Pool): Promise<MoneyTables> {
  const copyOf = (table: string) => `sim.copy_of_${table}`
  const removeAll = tables.map((table) => `delete from public.${table}`)
  await pool.query(
    tables.map((table) => `create unlogged table ${copyOf(table)} (like ${table})`).join(';'),
  )
  return {
    clear: () =>
      inOne(pool, [
        freely,
        ...removeAll,
        'delete from graphile_worker._private_jobs as jobs',
        'insert into payment_searches (id) values (1)',
        'insert into return_searches (id) values (1)',
        'insert into balance_readings (id) values (1)',
      ]),
    copy: () =>
      inOne(
        pool,
        tables.flatMap((table) => [
          `delete from ${copyOf(table)}`,
          `insert into ${copyOf(table)} select * from public.${table}`,
        ]),
      ),
    putBack: () =>
      inOne(pool, [
        freely,
        ...removeAll,
        ...tables.map(
          (table) =>
            `insert into public.${table} overriding system value select * from ${copyOf(table)}`,
        ),
      ]),
  }
}

/** Runs several statements in one message, which is one transaction. */
async function inOne(pool: pg.Pool, statements: readonly string[]): Promise<void> {
  await pool.query(statements.join(';'))
}
