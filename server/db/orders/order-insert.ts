// Writing a new order: one statement, the order and the first line of its history.
import { type Insertable, sql, type Transaction } from 'kysely'
import type { NewOrder } from '../../domain/orders/order.ts'
import type { Db } from '../core/connect.ts'
import type { Database } from '../schema/database.ts'
import type { OrdersTable } from '../schema/orders.ts'
import { rowOfOrder } from './order-rows.ts'

/**
 * Throws when its id, code, key or quote is taken: see `uniqueViolationOf`. `quoteId` = the quote that it was made from; `more`:
 * columns that only orders of the website have, or that differ there.
 */
export async function insertOrder(
  db: Db | Transaction<Database>,
  order: NewOrder,
  quoteId: string | null,
  more: Partial<Insertable<OrdersTable>> = {},
): Promise<void> {
  const row = { ...rowOfOrder(order), quote_id: quoteId, ...more }
  await db
    .with('placed', (cte) => cte.insertInto('orders').values(row).returning('id'))
    .insertInto('order_events')
    .columns(['order_id', 'status', 'by'])
    .expression((eb) =>
      eb
        .selectFrom('placed')
        .select(['placed.id', sql.lit('PENDING_PAYMENT').as('status'), sql.lit('submit').as('by')]),
    )
    .execute()
}

/** Which unique constraint an insert violated; null for any other error. */
export function uniqueViolationOf(error: unknown): TakenRule | null {
  if (!(error instanceof Error) || !('code' in error && 'constraint' in error)) return null
  if (error.code !== uniqueViolation) return null
  return rules[String(error.constraint)] ?? null
}

const uniqueViolation = '23505'

export type TakenRule = 'id_taken' | 'code_taken' | 'key_taken' | 'quote_taken'

/** The database names the first constraint that is violated, in the order of their creation: the id's comes first. */
const rules: Readonly<Record<string, TakenRule>> = {
  orders_pkey: 'id_taken',
  orders_code_key: 'code_taken',
  orders_idempotency: 'key_taken',
  orders_quote_id_key: 'quote_taken',
}
