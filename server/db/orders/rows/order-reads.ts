// Reading orders. Ownership is in the WHERE.

import { sql } from 'kysely'
import { type AccountId, accountIdOf } from '../../../domain/base/caller.ts'
import { type OrderId, orderIdOf } from '../../../domain/base/order-id.ts'
import type { Log } from '../../../domain/base/ports.ts'
import { keyHours } from '../../../domain/base/retention.ts'
import { isUuid } from '../../../domain/base/uuid.ts'
import type { Order } from '../../../domain/orders/order.ts'
import type { OrderReference } from '../../../domain/payments/ports.ts'
import type { Db, OpenDatabase, Tx } from '../../core/connect.ts'
import { prepare } from '../../core/prepared.ts'
import { listedOrders, type OrderRow, orderColumns, orderOrNull } from './order-rows.ts'

/** Polled by every caller that tracks an order. */
export function prepareReadOwned({ db, pool }: Pick<OpenDatabase, 'db' | 'pool'>) {
  const query = db
    .selectFrom('orders')
    .select(orderColumns)
    .where('code', '=', '')
    .where('account_id', '=', accountIdOf(''))
  const read = prepare<OrderRow, [code: string, accountId: AccountId]>(
    pool,
    'read-owned-order',
    query.compile(),
  )
  return async (accountId: AccountId, code: string): Promise<Order | null> => {
    const [row] = await read(code, accountId)
    return orderOrNull(row)
  }
}

export async function readAllOwned(
  { db, log }: { readonly db: Db; readonly log: Pick<Log, 'error'> },
  accountId: AccountId,
  codes: readonly string[],
): Promise<Order[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('code', 'in', codes)
    .execute()
  return listedOrders(log, rows)
}

/** The reads of every submit, event and mail. */
export function prepareReads({ db, pool }: Pick<OpenDatabase, 'db' | 'pool'>) {
  const orders = db.selectFrom('orders').select(orderColumns)
  const byId = prepare<OrderRow, [id: OrderId]>(
    pool,
    'read-order-by-id',
    orders.where('id', '=', orderIdOf('')).compile(),
  )
  const byCode = prepare<OrderRow, [code: string]>(
    pool,
    'read-order-by-code',
    orders.where('code', '=', '').compile(),
  )
  const byKey = prepare<OrderRow, [accountId: AccountId, key: string]>(
    pool,
    'read-order-by-key',
    orders.where('account_id', '=', accountIdOf('')).where('idempotency_key', '=', '').compile(),
  )
  const byLivingKey = prepare<OrderRow, [accountId: AccountId, key: string]>(
    pool,
    'read-order-by-living-key',
    orders
      .where('account_id', '=', accountIdOf(''))
      .where('idempotency_key', '=', '')
      .where(sql<boolean>`created_at > now() - interval '${sql.raw(`${keyHours} hours 1 minute`)}'`)
      .compile(),
  )
  const findByCode = async (code: string) => orderOrNull((await byCode(code))[0])
  return {
    readByCode: findByCode,
    readReferenced: async ({ orderId, orderCode }: OrderReference) => {
      if (orderId === null) return await findByCode(orderCode)
      // Ids are UUIDs, and the database refuses to compare anything else.
      return isUuid(orderId) ? orderOrNull((await byId(orderId))[0]) : null
    },
    readByIdempotencyKey: async (accountId: AccountId, key: string) =>
      orderOrNull((await byKey(accountId, key))[0]),
    readByLivingKey: async (accountId: AccountId, key: string) =>
      orderOrNull((await byLivingKey(accountId, key))[0]),
  }
}

export async function readByCode(db: Db | Tx, code: string): Promise<Order | null> {
  const row = await db.selectFrom('orders').selectAll().where('code', '=', code).executeTakeFirst()
  return orderOrNull(row)
}

export async function readById(db: Db | Tx, id: OrderId): Promise<Order | null> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  return orderOrNull(row)
}

/** The id of the transaction that last wrote the row: changes that do not raise the version have a new one as well. */
export async function readMarks(
  db: Db,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('orders')
    .select(['code', sql<string>`xmin::text`.as('mark')])
    .where('code', 'in', codes)
    .execute()
  return new Map(rows.map(({ code, mark }) => [code, mark]))
}

export async function findTakenIds(db: Db, ids: readonly OrderId[]): Promise<ReadonlySet<OrderId>> {
  const rows = await db.selectFrom('orders').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** One statement, so that the response does not show whether the code or the address is wrong. */
export async function readByCodeAndEmail(
  db: Db,
  code: string,
  email: string,
): Promise<Order | null> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('code', '=', code)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  return orderOrNull(row)
}

export async function listRecent(
  db: Db,
  log: Pick<Log, 'error'>,
  accountId: AccountId,
  limit: number,
): Promise<Order[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return listedOrders(log, rows)
}
