// Website-checkout orders: the farm reports their progress, nothing else about them is kept here.
import { type Selectable, sql } from 'kysely'
import type { OrderStatus } from '../domain/orders/status.ts'
import type { WebOrder, WebOrders } from '../domain/ports.ts'
import type { Db } from './connect.ts'
import { trackingJson, trackingOfJson } from './order-rows.ts'
import type { Database } from './schema.ts'

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
    readByCodeAndEmail: async (code, email) => {
      const row = await db
        .selectFrom('web_orders')
        .selectAll()
        .where('code', '=', code)
        .where(sql<boolean>`lower(email) = lower(${email})`)
        .executeTakeFirst()
      return row === undefined ? null : webOrderOfRow(row)
    },
    listByEmail: async (email, limit) => {
      const rows = await db
        .selectFrom('web_orders')
        .selectAll()
        .where(sql<boolean>`lower(email) = lower(${email})`)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(webOrderOfRow)
    },
  }
}

/** The farm's endpoint lets no other status in. */
const webOrderOfRow = (row: Selectable<Database['web_orders']>): WebOrder => ({
  code: row.code,
  status: row.status as OrderStatus,
  tracking: trackingOfJson(row.tracking),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
