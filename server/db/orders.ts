// Orders: one statement or one transaction per function. Status rules that money depends on are WHERE clauses here.
import { randomUUID } from 'node:crypto'
import { type Insertable, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { AccountId } from '../domain/accounts/caller.ts'
import { confirmationEmail } from '../domain/orders/confirmation-email.ts'
import type { NewOrder, Order, Tracking } from '../domain/orders/order.ts'
import type { Orders, PaidOutcome, UnpaidCharge } from '../domain/ports.ts'
import type { Db } from './connect.ts'
import { enqueue, jobNames } from './jobs.ts'
import { orderOfRow, rowOfOrder, trackingJson } from './order-rows.ts'
import type { Database, OrdersTable } from './schema.ts'

type Tx = Transaction<Database>

export function createOrders(db: Db): Orders {
  return {
    insert: (order) => insertOrder(db, order),
    settleCharge: (orderId, result) => settleCharge(db, orderId, result),
    markPaid: (code, paymentId, amountCents) => markPaid(db, code, paymentId, amountCents),
    saveCheckout: (orderId, checkout) => saveCheckout(db, orderId, checkout),
    readOwned: (accountId, code) => readOwned(db, accountId, code),
    readByCode: (code) => readByCode(db, code),
    readByIdempotencyKey: (accountId, key) => readByIdempotencyKey(db, accountId, key),
    listRecent: (accountId, limit) => listRecent(db, accountId, limit),
    listForOperators: (page) => listForOperators(db, page),
    claimDoubtful: (request) => claimDoubtful(db, request),
    setStatus: (code, change) => setStatus(db, code, change),
    finishPrint: (code) => finishPrint(db, code),
  }
}

async function insertOrder(
  db: Db,
  order: NewOrder,
): Promise<'inserted' | 'code_taken' | 'key_taken'> {
  try {
    await db
      .with('placed', (cte) => cte.insertInto('orders').values(rowOfOrder(order)).returning('id'))
      .insertInto('order_events')
      .columns(['order_id', 'status', 'by'])
      .expression((eb) =>
        eb
          .selectFrom('placed')
          .select([
            'placed.id',
            sql.lit('PENDING_PAYMENT').as('status'),
            sql.lit('submit').as('by'),
          ]),
      )
      .execute()
    return 'inserted'
  } catch (error) {
    const constraint = uniqueConstraint(error)
    if (constraint === 'orders_code_key') return 'code_taken'
    if (constraint === 'orders_idempotency') return 'key_taken'
    throw error
  }
}

const uniqueViolation = '23505'

function uniqueConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error && 'constraint' in error)) return undefined
  return error.code === uniqueViolation ? String(error.constraint) : undefined
}

/** From which charge states each outcome may be written. */
const replaceable = {
  declined: ['started', 'unknown', 'not_made'],
  not_made: ['started', 'unknown'],
  unknown: ['started'],
} as const

async function settleCharge(db: Db, orderId: string, result: UnpaidCharge): Promise<Order> {
  const row = await db
    .updateTable('orders')
    .set({
      charge_state: result.state,
      unpaid_reason: result.reason,
      charge_checked_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where('id', '=', orderId)
    .where('paid', '=', false)
    .where('charge_state', 'in', replaceable[result.state])
    .returningAll()
    .executeTakeFirst()
  // No row: another process settled it in the meantime, and its answer is the more certain one.
  return orderOfRow(row ?? (await readById(db, orderId)))
}

async function markPaid(
  db: Db,
  code: string,
  paymentId: string,
  amountCents: number,
): Promise<PaidOutcome> {
  return await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('orders')
      .set({
        paid: true,
        payment_id: paymentId,
        unpaid_reason: null,
        status: sql`case when status = 'PENDING_PAYMENT' then 'RECEIVED' else status end`,
        charge_state: sql`case when charge_state in ('started', 'unknown') then 'succeeded' else charge_state end`,
        updated_at: sql`now()`,
      })
      .where('code', '=', code)
      .where('paid', '=', false)
      .where('total_cents', '=', amountCents)
      .returningAll()
      .executeTakeFirst()
    if (row !== undefined) {
      const order = orderOfRow(row)
      await addEvent(tx, order, 'payment')
      await queueConfirmation(tx, order)
      return { kind: 'paid', order }
    }
    return explainUnmarked(await readByCode(tx, code), paymentId)
  })
}

function explainUnmarked(order: Order | null, paymentId: string): PaidOutcome {
  if (order === null) return { kind: 'no_such_order' }
  if (!order.paid) return { kind: 'wrong_amount', order }
  return { kind: order.paymentId === paymentId ? 'already' : 'duplicate', order }
}

/** One confirmation per order: the unique (order, kind) makes a second one impossible. */
async function queueConfirmation(tx: Tx, order: Order): Promise<void> {
  const { to, subject, text } = confirmationEmail(order)
  const id = randomUUID()
  await tx
    .insertInto('emails')
    .values({
      id,
      order_id: order.id,
      kind: 'confirmation',
      recipient: to,
      subject,
      body: text,
      sent_at: null,
    })
    .execute()
  await enqueue(tx, jobNames.sendEmail, { id })
}

async function addEvent(tx: Tx, order: Order, by: string): Promise<void> {
  await tx
    .insertInto('order_events')
    .values({ order_id: order.id, status: order.status, by })
    .execute()
}

async function saveCheckout(
  db: Db,
  orderId: string,
  checkout: { sessionId: string; url: string | null },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({
      checkout_session_id: checkout.sessionId,
      checkout_url: checkout.url,
      updated_at: sql`now()`,
    })
    .where('id', '=', orderId)
    .execute()
}

async function readOwned(db: Db, accountId: AccountId, code: string): Promise<Order | null> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('code', '=', code)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? null : orderOfRow(row)
}

async function readByCode(db: Db | Tx, code: string): Promise<Order | null> {
  const row = await db.selectFrom('orders').selectAll().where('code', '=', code).executeTakeFirst()
  return row === undefined ? null : orderOfRow(row)
}

async function readById(db: Db, id: string): Promise<Selectable<OrdersTable>> {
  return await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function readByIdempotencyKey(
  db: Db,
  accountId: AccountId,
  key: string,
): Promise<Order | null> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row === undefined ? null : orderOfRow(row)
}

async function listRecent(db: Db, accountId: AccountId, limit: number): Promise<Order[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(orderOfRow)
}

/** Pages by the order that the page before ended with: a new order in between shifts nothing. */
async function listForOperators(
  db: Db,
  { status, before, limit }: Parameters<Orders['listForOperators']>[0],
): Promise<Order[]> {
  let query = db.selectFrom('orders').selectAll()
  if (status !== null) query = query.where('status', '=', status)
  if (before !== null) {
    query = query.where(
      sql<boolean>`(created_at, id) < (select created_at, id from orders where code = ${before})`,
    )
  }
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(orderOfRow)
}

type DoubtfulRequest = Parameters<Orders['claimDoubtful']>[0]

async function claimDoubtful(db: Db, request: DoubtfulRequest): Promise<Order[]> {
  const interrupted = await claimForLook(
    db,
    request.limit,
    sql`not paid and charge_state in ('started', 'unknown')
      and (charge_state = 'unknown' or created_at <= ${request.startedBefore})
      and charge_checked_at <= now() - make_interval(secs => ${request.leaseSeconds})`,
  )
  return [...interrupted, ...(await claimLate(db, request.limit - interrupted.length))]
}

/**
 * What may still be paid without our hearing of it, hourly for a day: a charge that was given up and arrives after all
 * (perhaps after another payment), and an open checkout, whose sessions live that long.
 */
async function claimLate(db: Db, limit: number): Promise<Order[]> {
  return await claimForLook(
    db,
    limit,
    sql`(charge_state = 'not_made' or (not paid and checkout_session_id is not null))
      and updated_at > now() - interval '25 hours' and charge_checked_at <= now() - interval '1 hour'`,
  )
}

async function claimForLook(db: Db, limit: number, which: RawBuilder<unknown>): Promise<Order[]> {
  const rows = await db
    .updateTable('orders')
    .set({ charge_checked_at: sql`now()` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('orders')
        .select('id')
        .where(sql<boolean>`${which}`)
        .orderBy('charge_checked_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
  return rows.map(orderOfRow)
}

async function setStatus(
  db: Db,
  code: string,
  change: { status: Order['status']; tracking: Tracking | null; by: string },
): Promise<Order | null> {
  return await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('orders')
      .set({
        status: change.status,
        tracking: trackingJson(change.tracking),
        updated_at: sql`now()`,
      })
      .where('code', '=', code)
      .where((eb) =>
        eb.or([
          eb('paid', '=', true),
          eb.val(change.status === 'CANCELLED' || change.status === 'REJECTED'),
        ]),
      )
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return null
    const order = orderOfRow(row)
    await addEvent(tx, order, change.by)
    return order
  })
}

async function finishPrint(
  db: Db,
  code: string,
): Promise<{ finished: Order } | { status: Order['status'] } | null> {
  return await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('orders')
      .set({ status: 'PRINTED', updated_at: sql`now()` })
      .where('code', '=', code)
      .where('status', '=', 'PRINTING')
      .returningAll()
      .executeTakeFirst()
    if (row !== undefined) {
      const order = orderOfRow(row)
      await addEvent(tx, order, 'print job')
      return { finished: order }
    }
    const found = await readByCode(tx, code)
    return found === null ? null : { status: found.status }
  })
}

export type OrderRow = Selectable<OrdersTable>
export type NewOrderRow = Insertable<OrdersTable>
