// Baskets of the website's visitors.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AccountId } from '../../domain/base/caller.ts'
import { type BasketId, basketIdOf } from '../../domain/base/ids/basket-id.ts'
import { type BasketLineId, basketLineIdOf } from '../../domain/base/ids/basket-line-id.ts'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import type { Basket, BasketPart, WaitingOrder } from '../../domain/cart/basket.ts'
import { maxLines } from '../../domain/cart/cart.ts'
import type { Baskets, LineChange } from '../../domain/cart/ports.ts'
import { type ChargeState, unsettledCharges } from '../../domain/orders/record/payment.ts'
import { closedStatuses, type OrderStatus } from '../../domain/orders/record/status.ts'
import { ensureAccount } from '../accounts/accounts.ts'
import type { Db, Tx } from '../core/connect.ts'
import { literals } from '../core/values/literals.ts'
import { isAwaitingPayment } from '../orders/rows/awaits-payment.ts'
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
        const count = await lockAndCount(tx, basketId)
        return await insertParts(tx, { basketId, count }, parts)
      }),
    addMissing: (basketId, parts) =>
      db.transaction().execute(async (tx) => {
        const count = await lockAndCount(tx, basketId)
        return await insertParts(tx, { basketId, count }, await missingIn(tx, basketId, parts))
      }),
    setOptions: (basketId, lineId, change) =>
      db.transaction().execute((tx) => setOptions(tx, { basketId, lineId }, change)),
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

/** Adds the parts. Returns null on success, or the number of free lines when the basket cannot hold all parts. */
async function insertParts(
  tx: Tx,
  { basketId, count }: { readonly basketId: BasketId; readonly count: number },
  parts: readonly BasketPart[],
): Promise<number | null> {
  const room = Math.max(0, maxLines - count)
  if (parts.length > room) return room
  // One statement per part, because lines are shown in order of insertion.
  for (const part of parts) {
    await tx
      .insertInto('basket_lines')
      .values({
        id: basketLineIdOf(randomUUID()),
        basket_id: basketId,
        ...columnsOfLine(part),
        seen_cents: part.seenCents,
        from_gallery: part.isFromGallery,
      })
      .execute()
  }
  return null
}

/** Returns the parts that the basket lacks. A line of the basket matches only one of several equal parts. */
async function missingIn(
  tx: Tx,
  basketId: BasketId,
  parts: readonly BasketPart[],
): Promise<readonly BasketPart[]> {
  const rows = await tx
    .selectFrom('basket_lines')
    .selectAll()
    .where('basket_id', '=', basketId)
    .execute()
  const there = rows.map((row) => contentOf(lineOfRow(row)))
  return parts.filter((part) => {
    const place = there.indexOf(contentOf(part))
    if (place >= 0) there.splice(place, 1)
    return place < 0
  })
}

async function setOptions(
  tx: Tx,
  { basketId, lineId }: { readonly basketId: BasketId; readonly lineId: BasketLineId },
  { from, to, seen }: LineChange,
): ReturnType<Baskets['setOptions']> {
  const row = await tx
    .selectFrom('basket_lines')
    .selectAll()
    .where('id', '=', lineId)
    .where('basket_id', '=', basketId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return 'gone'
  const order = await orderOfLine(tx, lineId)
  if (!order.isInBasket) return 'gone'
  const { options, file } = lineOfRow(row)
  const becomes = { options: { ...options, ...to }, file }
  if (contentOf({ options, file }) === contentOf(becomes)) return 'stored'
  if (contentOf({ options: { ...options, ...from }, file }) !== contentOf({ options, file })) {
    return 'changed'
  }
  if (order.waits) return 'waits'
  await withTouchedBasket(tx, basketId)
    .updateTable('basket_lines')
    .set({
      ...columnsOfLine(becomes),
      seen_cents: seen?.quantity === options.quantity ? seen.cents : null,
    })
    .where('id', '=', lineId)
    .execute()
  return 'stored'
}

/** A separate statement after the lock, so that it sees the order of a checkout that the lock waited for. */
const orderOfLine = async (tx: Tx, lineId: BasketLineId) =>
  await tx
    .selectFrom('basket_lines')
    .leftJoin('orders', 'orders.id', 'basket_lines.order_id')
    .select([isNotOrdered.as('isInBasket'), waits.as('waits')])
    .where('basket_lines.id', '=', lineId)
    .executeTakeFirstOrThrow()

/** Key under which two lines are equal. */
function contentOf(line: Parameters<typeof columnsOfLine>[0]): string {
  const { file_name: _, ...content } = columnsOfLine(line)
  return JSON.stringify(content)
}

/** Touches the basket: the basket of a visitor without an account expires some time after its last change. */
const withTouchedBasket = (db: Db | Tx, basketId: BasketId) =>
  db.with('changed', (cte) =>
    cte.updateTable('baskets').set({ updated_at: sql`now()` }).where('id', '=', basketId),
  )

async function readBasket(db: Db | Tx, id: BasketId): Promise<Basket | null> {
  const basket = await db.selectFrom('baskets').select('id').where('id', '=', id).executeTakeFirst()
  if (basket === undefined) return null
  const rows = await db
    .selectFrom('basket_lines')
    .leftJoin('orders', 'orders.id', 'basket_lines.order_id')
    .selectAll('basket_lines')
    .select(['orders.id as waiting_id', 'orders.code as waiting_code', 'orders.status'])
    .select(['orders.charge_state', 'orders.payment_pending'])
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

/** Whether a line with its order is still in the basket: it has no order, or its order is neither paid nor released to production. */
const isNotOrdered = sql<boolean>`(orders.id is null
  or (not orders.paid and orders.status in (${literals(['PENDING_PAYMENT', ...closedStatuses])})))`

/** Whether a line's order waits for payment. The line is then the only link to the order. */
const waits = sql<boolean>`exists (select from orders o
  where o.id = basket_lines.order_id and ${isAwaitingPayment})`

function waitingOf(row: {
  readonly waiting_id: OrderId | null
  readonly waiting_code: string | null
  readonly waiting_cents: number | null
  readonly status: OrderStatus | null
  readonly charge_state: ChargeState | null
  readonly payment_pending: boolean | null
}): WaitingOrder | null {
  const { waiting_id: id, waiting_code: code, waiting_cents: dueCents, status } = row
  const isUnsettled = unsettledCharges.some((state) => state === row.charge_state)
  const isSettling = isUnsettled || row.payment_pending === true
  const isWaiting = id !== null && code !== null && dueCents !== null
  return isWaiting && status === 'PENDING_PAYMENT' ? { id, code, dueCents, isSettling } : null
}

async function idOfAccount(db: Db | Tx, accountId: AccountId): Promise<BasketId | null> {
  const row = await db
    .selectFrom('baskets')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.id ?? null
}

async function create(db: Db | Tx, accountId: AccountId | null): Promise<BasketId> {
  const id = basketIdOf(randomUUID())
  await db
    .insertInto('baskets')
    .values({ id, account_id: accountId })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
  if (accountId === null) return id
  return (await idOfAccount(db, accountId)) ?? id
}

/** Locks the basket's row and returns the number of its lines, so that concurrent additions are counted. */
async function lockAndCount(tx: Tx, basketId: BasketId): Promise<number> {
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
  basketId: BasketId,
  lineId: BasketLineId,
): ReturnType<Baskets['removeLine']> {
  // A separate statement, so that the next statement sees the order of a checkout that this one waited for.
  const line = await tx
    .selectFrom('basket_lines')
    .select('id')
    .where('id', '=', lineId)
    .where('basket_id', '=', basketId)
    .forUpdate()
    .executeTakeFirst()
  if (line === undefined) return 'gone'
  const { numDeletedRows } = await withTouchedBasket(tx, basketId)
    .deleteFrom('basket_lines')
    .where('id', '=', lineId)
    .where(sql<boolean>`not ${waits}`)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n ? 'removed' : 'waits'
}

async function merge(tx: Tx, basketId: BasketId, accountId: AccountId): Promise<void> {
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
  // A separate statement, so that the next statement sees the order of a checkout that this one waited for.
  await sql`select from basket_lines where basket_id = ${basketId} order by id for update`.execute(
    tx,
  )
  // Lines that wait for a payment are moved even if the basket is full, because their order would otherwise be lost.
  await sql`
    update basket_lines set basket_id = ${to} where basket_id = ${basketId} and (${waits}
      or id in (select id from basket_lines where basket_id = ${basketId}
        order by ${waits} desc, place limit ${Math.max(0, room)}))`.execute(tx)
  await tx.deleteFrom('baskets').where('id', '=', basketId).execute()
}
