// Reads orders. The WHERE clause checks ownership.

import { sql } from 'kysely'
import { type AccountId, accountIdOf } from '../../../domain/base/caller.ts'
import { type OrderId, orderIdOf, parseOrderId } from '../../../domain/base/ids/order-id.ts'
import type { Log } from '../../../domain/base/ports.ts'
import { keyHours } from '../../../domain/base/time/retention.ts'
import type { Order } from '../../../domain/orders/record/order.ts'
import type { OrderReference } from '../../../domain/payments/ports.ts'
import type { Db, OpenDatabase, Tx } from '../../core/connect.ts'
import { prepare } from '../../core/connection/prepared.ts'
import { listedOrders, type OrderRow, orderColumns, orderOrNull } from './order-rows.ts'

/** Prepared because every caller that tracks an order polls it. */
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

/** The reads that every submit, event and mail needs. */
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
      // Ids are UUIDs, and the database rejects a comparison with anything else.
      const id = parseOrderId(orderId)
      return id === null ? null : orderOrNull((await byId(id))[0])
    },
    readByIdempotencyKey: async (accountId: AccountId, key: string) =>
      orderOrNull((await byKey(accountId, key))[0]),
    readByUnexpiredKey: async (accountId: AccountId, key: string) =>
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

/** Returns the id of the transaction that last wrote the row. It also changes when a change does not increment the version. */
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

/** Reads in one statement, so that the response does not reveal whether the code or the address is wrong. */
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
