// Baskets of the website's visitors.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import type { OrderId } from '../../domain/base/order-id.ts'
import type { Basket, WaitingOrder } from '../../domain/cart/basket.ts'
import { maxLines } from '../../domain/cart/cart.ts'
import type { Baskets } from '../../domain/cart/ports.ts'
import type { OrderStatus } from '../../domain/orders/status.ts'
import { ensureAccount } from '../accounts/accounts.ts'
import type { Db, Tx } from '../core/connect.ts'
import { columnsOfLine, lineOfRow } from '../orders/rows/printed-part.ts'

export function createBaskets(db: Db): Baskets {
  return {
    read: (id) => readBasket(db, id),
    readOfAccount: async (accountId) => {
      const id = await idOfAccount(db, accountId)
      return id === null ? null : await readBasket(db, id)
    },
    create: (accountId) => create(db, accountId),
    addGuest: ({ accountId, email }) => ensureAccount(db, accountId, email),
    addParts: (basketId, parts) =>
      db.transaction().execute(async (tx) => {
        const room = Math.max(0, maxLines - (await lockAndCount(tx, basketId)))
        if (parts.length > room) return room
        // One statement each: lines are shown in the order of their insertion.
        for (const part of parts) {
          await tx
            .insertInto('basket_lines')
            .values({
              id: randomUUID(),
              basket_id: basketId,
              ...columnsOfLine(part),
              seen_cents: part.seenCents,
              from_gallery: part.isFromGallery,
            })
            .execute()
        }
        return null
      }),
    setQuantity: async (basketId, lineId, quantity) => {
      const { numUpdatedRows } = await changing(db, basketId)
        .updateTable('basket_lines')
        .set({ quantity, seen_cents: null })
        .where('id', '=', lineId)
        .where('basket_id', '=', basketId)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    removeLine: (basketId, lineId) =>
      db.transaction().execute((tx) => removeLine(tx, basketId, lineId)),
    saveSeen: async (basketId, prices) => {
      if (prices.size === 0) return
      await sql`
        update basket_lines set seen_cents = seen.cents
        from unnest(${[...prices.keys()]}::uuid[], ${[...prices.values()]}::integer[]) as seen (id, cents)
        where basket_lines.id = seen.id and basket_id = ${basketId}`.execute(db)
    },
    merge: (basketId, accountId) =>
      db.transaction().execute((tx) => merge(tx, basketId, accountId)),
  }
}

/** The basket of a visitor without an account is kept for a time after its last change. */
const changing = (db: Db | Tx, basketId: string) =>
  db.with('changed', (cte) =>
    cte.updateTable('baskets').set({ updated_at: sql`now()` }).where('id', '=', basketId),
  )

async function readBasket(db: Db | Tx, id: string): Promise<Basket | null> {
  const basket = await db.selectFrom('baskets').select('id').where('id', '=', id).executeTakeFirst()
  if (basket === undefined) return null
  const rows = await db
    .selectFrom('basket_lines')
    .leftJoin('orders', 'orders.id', 'basket_lines.order_id')
    .selectAll('basket_lines')
    .select(['orders.id as waiting_id', 'orders.code as waiting_code', 'orders.status'])
    .select(sql<number | null>`orders.total_cents - orders.gift_cents`.as('waiting_cents'))
    .where('basket_id', '=', id)
    .where(isNotOrdered)
    .orderBy('place')
    .execute()
  const lines = rows.map((row) => {
    const { options, file } = lineOfRow(row)
    return {
      id: row.id,
      options: { ...options, note: null },
      file,
      seenCents: row.seen_cents,
      isFromGallery: row.from_gallery,
      waiting: waitingOf(row),
    }
  })
  return { id, lines }
}

/** For a line with its order, if it was placed with one: that is neither paid nor released, so the line is still in the basket. */
const isNotOrdered = sql<boolean>`(orders.id is null
  or (not orders.paid and orders.status in ('PENDING_PAYMENT', 'CANCELLED', 'REJECTED')))`

/** For a line: its order waits for a payment, so the line is the only way to the order. */
const waits = sql<boolean>`exists (select from orders o
  where o.id = basket_lines.order_id and not o.paid and o.status = 'PENDING_PAYMENT')`

function waitingOf(row: {
  readonly waiting_id: OrderId | null
  readonly waiting_code: string | null
  readonly waiting_cents: number | null
  readonly status: OrderStatus | null
}): WaitingOrder | null {
  const { waiting_id: id, waiting_code: code, waiting_cents: dueCents, status } = row
  const isWaiting = id !== null && code !== null && dueCents !== null
  return isWaiting && status === 'PENDING_PAYMENT' ? { id, code, dueCents } : null
}

async function idOfAccount(db: Db | Tx, accountId: AccountId): Promise<string | null> {
  const row = await db
    .selectFrom('baskets')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.id ?? null
}

async function create(db: Db | Tx, accountId: AccountId | null): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('baskets')
    .values({ id, account_id: accountId })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
  if (accountId === null) return id
  return (await idOfAccount(db, accountId)) ?? id
}

/** How many lines the basket has, its row locked, so that concurrent additions are counted. */
async function lockAndCount(tx: Tx, basketId: string): Promise<number> {
  await tx
    .updateTable('baskets')
    .set({ updated_at: sql`now()` })
    .where('id', '=', basketId)
    .execute()
  await sql`delete from basket_lines using orders
    where basket_id = ${basketId} and orders.id = basket_lines.order_id and not ${isNotOrdered}`.execute(
    tx,
  )
  const { count } = await tx
    .selectFrom('basket_lines')
    .select(tx.fn.countAll<string>().as('count'))
    .where('basket_id', '=', basketId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function removeLine(
  tx: Tx,
  basketId: string,
  lineId: string,
): ReturnType<Baskets['removeLine']> {
  // A statement of its own: the next one sees the order of a checkout that this one has waited for.
  const line = await tx
    .selectFrom('basket_lines')
    .select('id')
    .where('id', '=', lineId)
    .where('basket_id', '=', basketId)
    .forUpdate()
    .executeTakeFirst()
  if (line === undefined) return 'gone'
  const { numDeletedRows } = await changing(tx, basketId)
    .deleteFrom('basket_lines')
    .where('id', '=', lineId)
    .where(sql<boolean>`not ${waits}`)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n ? 'removed' : 'waits'
}

async function merge(tx: Tx, basketId: string, accountId: AccountId): Promise<void> {
  const from = await tx
    .selectFrom('baskets')
    .select('id')
    .where('id', '=', basketId)
    .where('account_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (from === undefined) return
  const to = await create(tx, accountId)
  const room = maxLines - (await lockAndCount(tx, to))
  await sql`
    insert into models (account_id, uri, file_name, sha256, size_bytes, format, units)
    select distinct on (file_uri) ${accountId}, file_uri, file_name, file_sha256, file_size_bytes, file_format, units
    from basket_lines where basket_id = ${basketId} and not from_gallery order by file_uri, place desc
    on conflict (account_id, uri) do update set file_name = excluded.file_name`.execute(tx)
  // A statement of its own: the next one sees the order of a checkout that this one has waited for.
  await sql`select from basket_lines where basket_id = ${basketId} order by id for update`.execute(
    tx,
  )
  // Lines that wait for a payment come along even where there is no room: their order would be lost with them.
  await sql`
    update basket_lines set basket_id = ${to} where basket_id = ${basketId} and (${waits}
      or id in (select id from basket_lines where basket_id = ${basketId}
        order by ${waits} desc, place limit ${Math.max(0, room)}))`.execute(tx)
  await tx.deleteFrom('baskets').where('id', '=', basketId).execute()
}
