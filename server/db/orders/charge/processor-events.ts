// Processor events. A delivery is retried until it is acknowledged, and sometimes after that. Events that had an effect are recorded. A
// payment whose order is not in the database stays open until the order is written.

import { sql } from 'kysely'
import { type OrderId, orderIdOf } from '../../../domain/base/ids/order-id.ts'
import { type PaymentId, paymentIdOf } from '../../../domain/base/ids/payment-id.ts'
import type { OpenEvent, ProcessorEvents } from '../../../domain/payments/ports.ts'
import { openEventMinutes } from '../../../domain/payments/unmatched.ts'
import type { Db, OpenDatabase } from '../../core/connect.ts'
import { prepare } from '../../core/connection/prepared.ts'

export function createProcessorEvents({
  db,
  pool,
}: Pick<OpenDatabase, 'db' | 'pool'>): ProcessorEvents {
  return {
    isPaidBy: prepareIsPaidBy({ db, pool }),
    isHandled: async (id) => {
      const row = await db
        .selectFrom('processor_events')
        .select('id')
        .where('id', '=', id)
        .where('state', '=', 'handled')
        .executeTakeFirst()
      return row !== undefined
    },
    markHandled: async (id, type) => {
      await db
        .insertInto('processor_events')
        .values({ id, type })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ state: 'handled' }))
        .execute()
    },
    keepOpen: (event) => keepOpen(db, event),
    claimOpen: (limit) => claimOpen(db, limit),
    closePayment: (paymentId) => closePayment(db, paymentId),
  }
}

/** Prepared because it runs once for every paid order. */
function prepareIsPaidBy({ db, pool }: Pick<OpenDatabase, 'db' | 'pool'>) {
  const query = db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderIdOf(''))
    .where(sql<boolean>`paid`)
    .where('payment_id', '=', paymentIdOf(''))
    .compile()
  const find = prepare<{ id: OrderId }, [orderId: OrderId, paymentId: PaymentId]>(
    pool,
    'is-paid-by',
    query,
  )
  return async (orderId: OrderId, paymentId: PaymentId) =>
    (await find(orderId, paymentId)).length > 0
}

async function keepOpen(db: Db, event: OpenEvent): Promise<void> {
  await db
    .insertInto('processor_events')
    .values({
      id: event.id,
      type: event.type,
      state: 'open',
      order_code: event.orderCode,
      order_id: event.orderId,
      payment_id: event.paymentId,
      amount_cents: event.amountCents,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Claims open events. An event is due as soon as its order exists, and otherwise every hour. Usually there is no open event. */
async function claimOpen(db: Db, limit: number): Promise<OpenEvent[]> {
  const { rows } = await sql<OpenEvent>`
    with due as (
      select event.id from processor_events as event,
        lateral (select case when event.order_id is null
          then exists (select from orders where orders.code = event.order_code)
          else exists (select from orders where orders.id = event.order_id)
            or exists (select from purchases where purchases.id = event.order_id) end as found) as its_order
      where event.state = 'open' and case when its_order.found
        then event.checked_at is null or event.checked_at <= now() - make_interval(mins => ${openEventMinutes.found})
        else coalesce(event.checked_at, event.received_at) <= now() - make_interval(mins => ${openEventMinutes.missing}) end
      order by event.received_at limit ${limit} for update of event skip locked
    ), claimed as (
      update processor_events set checked_at = now(), looks = looks + 1 where id in (select id from due) returning *
    )
    select id, type, order_code as "orderCode", order_id as "orderId", payment_id as "paymentId",
      amount_cents as "amountCents"
    from claimed order by received_at, id`.execute(db)
  return rows
}

async function closePayment(db: Db, paymentId: PaymentId): Promise<void> {
  await db
    .updateTable('processor_events')
    .set({ state: 'handled' })
    .where('state', '=', 'open')
    .where('payment_id', '=', paymentId)
    .execute()
}
