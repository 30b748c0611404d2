// Website-checkout orders: the farm reports their progress, nothing else about them is kept here.
import { sql } from 'kysely'
import type { WebOrders } from '../domain/ports.ts'
import type { Db } from './connect.ts'
import { trackingJson } from './order-rows.ts'

export function createWebOrders(db: Db): WebOrders {
  return {
    setStatus: async ({ code, email, status, tracking }) => {
      await db
        .insertInto('web_orders')
        .values({ code, email, status, tracking: trackingJson(tracking) })
        .onConflict((conflict) =>
          conflict.column('code').doUpdateSet({
            status,
            email: sql`coalesce(excluded.email, web_orders.email)`,
            tracking: sql`coalesce(excluded.tracking, web_orders.tracking)`,
            updated_at: sql`now()`,
          }),
        )
        .execute()
    },
  }
}
