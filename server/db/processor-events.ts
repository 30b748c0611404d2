// Processor events: a delivery is repeated until it is answered, and sometimes after; what was handled is remembered, and a
// payment whose order is not here stays open until it is.
import { sql } from 'kysely'
import type { OpenEvent, ProcessorEvents } from '../domain/ports.ts'
import type { Db } from './connect.ts'

export function createProcessorEvents(db: Db): ProcessorEvents {
  return {
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
    readApplicable: (limit) => readApplicable(db, limit),
  }
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

/** One look-up by an index for each open event; usually there is none. */
async function readApplicable(db: Db, limit: number): Promise<OpenEvent[]> {
  const { rows } = await sql<OpenEvent>`
    select id, type, order_code as "orderCode", order_id as "orderId", payment_id as "paymentId",
      amount_cents as "amountCents"
    from processor_events as event
    where state = 'open' and case when order_id is null
      then exists (select from orders where orders.code = event.order_code)
      else exists (select from orders where orders.id = event.order_id) end
    order by received_at limit ${limit}`.execute(db)
  return rows
}
