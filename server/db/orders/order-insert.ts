// Writes a new order in one statement: the order and the first line of its history.

import { type Insertable, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { AccountClosed } from '../../domain/accounts/ports.ts'
import { hasCode } from '../../domain/base/has-code.ts'
import type { QuoteId } from '../../domain/base/ids/quote-id.ts'
import { changeSources } from '../../domain/orders/history/change.ts'
import type { NewOrder } from '../../domain/orders/record/order.ts'
import { isLimitable, withoutLimits } from '../accounts/spending.ts'
import type { Db, OpenDatabase, Tx } from '../core/connect.ts'
import { prepareFor } from '../core/connection/prepared.ts'
import { violatedConstraint } from '../core/values/violated-constraint.ts'
import type { OrdersTable } from '../schema/orders.ts'
import { newOrderColumns, rowOfOrder } from './rows/order-rows.ts'

/**
 * Inserts an order. Throws when the order's id, code, key or quote is taken; see `uniqueViolationOf`. Throws AccountClosed when the
 * account was deleted or is being deleted, for which the statement waits. `quoteId` is the quote of the order. `more` has columns that
 * only web orders have, or that differ for them.
 */
export async function insertOrder(
  db: Db | Tx,
  order: NewOrder,
  quoteId: QuoteId | null,
  more: Partial<Insertable<OrdersTable>> = {},
): Promise<void> {
  const row = { ...rowOfOrder(order), quote_id: quoteId, ...more }
  const stated = Object.entries(row).filter(([, value]) => value !== undefined)
  const values = sql`select ${sql.join(stated.map(([, value]) => value))} from open_account`
  const names = stated.map(([name]) => name)
  const first = sql`open_account as (
    select id from accounts where id = ${order.accountId} and closed_at is null for key share),`
  const { rows } = await insertWith({ first, names, values }).execute(db)
  if (rows.length === 0) throw new AccountClosed()
}

/** Builds the statement. `values` may read from the queries in `first`. */
const insertWith = ({ names, values, first }: InsertParts) => sql<{ order_id: string }>`
  with ${first} placed as (
    insert into orders (${sql.join(names.map((name) => sql.ref(name)))}) ${values} returning id
  )
  insert into order_events (order_id, status, by) select id, 'PENDING_PAYMENT', ${sql.lit(changeSources.submit)} from placed
  returning order_id`

type InsertParts = {
  readonly names: readonly string[]
  readonly values: RawBuilder<unknown>
  readonly first: RawBuilder<unknown>
}

/**
 * Like `insertOrder`, but returns false and writes nothing if the account was deleted or a spending limit applies to the order. The
 * statement itself checks this, because a limit may be set at any moment.
 */
export function prepareInsertUnlimited({ db }: Pick<OpenDatabase, 'db'>) {
  const values = sql.join(newOrderColumns.map(() => sql`${null}`))
  const query = insertWith({
    first: sql`unlimited as (${withoutLimits(sql`${null}`, sql`${null}`)}),`,
    names: newOrderColumns,
    values: sql`select ${values} from unlimited`,
  }).compile(db)
  const run = prepareFor<{ order_id: string }, unknown[]>('insert-order', query)
  return async (connection: pg.ClientBase, order: NewOrder): Promise<boolean> => {
    const row = rowOfOrder(order)
    const written = await run(
      connection,
      order.accountId,
      isLimitable(order),
      ...newOrderColumns.map((name) => row[name]),
    )
    return written.length > 0
  }
}

/** Returns which unique constraint an insert violated, or null for any other error. */
export function uniqueViolationOf(error: unknown): TakenRule | null {
  if (!hasCode(error, uniqueViolation)) return null
  return rules[violatedConstraint(error) ?? ''] ?? null
}

const uniqueViolation = '23505'

export type TakenRule = 'id_taken' | 'code_taken' | 'key_taken' | 'quote_taken'

/** The database reports the first violated constraint in the order of their creation; the id's constraint comes first. */
const rules: Readonly<Record<string, TakenRule>> = {
  orders_pkey: 'id_taken',
  orders_code_key: 'code_taken',
  orders_idempotency: 'key_taken',
  orders_quote_id_key: 'quote_taken',
}
