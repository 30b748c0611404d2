// Charges that wait for their retry, checks at the card processor at growing intervals, and the budget for calls to the processor.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // charge_retry_at: set while a `started` charge waits for its retry. charge_looks: number of its retries and lookups.
  `alter table orders
    add column charge_customer_id text,
    add column charge_payment_method_id text,
    add column charge_retry_at timestamptz,
    add column charge_looks integer not null default 0,
    add column payment_looked_at timestamptz,
    add column payment_pending boolean not null default false`,
  'create index orders_deferred on orders (charge_retry_at) where charge_retry_at is not null',
  `create unlogged table call_budgets (
    name text primary key,
    tokens double precision not null,
    filled_at timestamptz not null
  )`,
]
