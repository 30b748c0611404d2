// Orders whose machine time is not known yet, and the time and supports that the worker computes for them.
import { sql } from 'kysely'
import type { Log } from '../../domain/base/ports.ts'
import type { OrderPlans } from '../../domain/farm/plan-orders.ts'
import { unprintedStatuses } from '../../domain/orders/record/status.ts'
import type { Db } from '../core/connect.ts'
import { literals } from '../core/values/literals.ts'
import { listedOrders } from '../orders/rows/order-rows.ts'
import { supportsJson } from '../orders/rows/stored-supports.ts'

/** Uses the same words as the index of migration 0070, because the planner compares the texts. */
const isUnplanned = sql<boolean>`planned_seconds is null and status in (${literals(['PENDING_PAYMENT', ...unprintedStatuses])})`

export function createOrderPlans(db: Db, log: Pick<Log, 'error'>): OrderPlans {
  return {
    listUnplanned: async (limit) => {
      const rows = await db
        .selectFrom('orders')
        .selectAll()
        .where(isUnplanned)
        .orderBy(sql`status = 'PENDING_PAYMENT'`)
        .orderBy('created_at')
        .limit(limit)
        .execute()
      return listedOrders(log, rows)
    },
    save: async (orderId, { seconds, lines }) => {
      const places = lines.map(({ place }) => place)
      const times = lines.map(({ plannedSeconds }) => plannedSeconds)
      const decided = lines.map(({ supports }) => supportsJson(supports))
      const [first = null] = decided
      await sql`
        with lines as (
          update order_lines set planned_seconds = plan.seconds, supports = coalesce(order_lines.supports, plan.supports)
          from unnest(${places}::int[], ${times}::int[], ${decided}::jsonb[]) as plan (place, seconds, supports)
          where order_id = ${orderId} and order_lines.place = plan.place
        )
        update orders set planned_seconds = ${seconds}, supports = coalesce(supports, ${first}::jsonb)
        where id = ${orderId} and planned_seconds is null`.execute(db)
    },
  }
}
