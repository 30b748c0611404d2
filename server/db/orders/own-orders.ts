// The orders of one account. The query checks ownership.
import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { Log } from '../../domain/base/ports.ts'
import type { OrderSearch, OwnOrdersPart } from '../../domain/orders/ports.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import type { Db } from '../core/connect.ts'
import { listedOrders } from './rows/order-rows.ts'

export async function countOwned(
  db: Db,
  accountId: AccountId,
  search: OrderSearch,
): Promise<number> {
  const { count } = await selectMatching(db, accountId, search)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function listOwned(
  { db, log }: { readonly db: Db; readonly log: Pick<Log, 'error'> },
  accountId: AccountId,
  search: OrderSearch,
  { limit, offset = 0, after }: OwnOrdersPart,
): Promise<readonly Order[]> {
  let query = selectMatching(db, accountId, search).selectAll()
  // Compared within the database, because a JavaScript Date has no microseconds.
  if (after !== undefined) {
    const place = sql`(select created_at, id from orders where id = ${after})`
    query = query.where(sql<boolean>`(created_at, id) < ${place}`)
  }
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return listedOrders(log, rows)
}

/** Searches the newest orders as a derived table: otherwise a filter or a search would read all orders of the account. */
function selectMatching(db: Db, accountId: AccountId, { statuses, text, among }: OrderSearch) {
  const newest = db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  let query =
    among === undefined
      ? db.selectFrom('orders').where('account_id', '=', accountId)
      : db.selectFrom(newest.limit(among).as('orders'))
  if (statuses !== null) query = query.where('status', 'in', statuses)
  if (text !== '') {
    const words = sql`lower(code || chr(10) || file_name || chr(10) || recipient_name)`
    query = query.where(sql<boolean>`position(lower(${text}) in ${words}) > 0`)
  }
  return query
}
