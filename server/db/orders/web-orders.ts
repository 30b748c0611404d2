// Website-checkout orders: the farm reports their progress, nothing else about them is kept here.
import { type Selectable, sql } from 'kysely'
import type { WebOrder, WebOrders } from '../../domain/orders/ports.ts'
import type { OrderStatus } from '../../domain/orders/status.ts'
import { nextTracking, visibleTracking } from '../../domain/orders/tracking.ts'
import type { Db } from '../core/connect.ts'
import type { Database } from '../core/schema.ts'
import { trackingJson, trackingOfJson } from './order-rows.ts'

export function createWebOrders(db: Db): WebOrders {
  return {
    setStatus: (update) => setStatus(db, update),
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

async function setStatus(db: Db, update: Parameters<WebOrders['setStatus']>[0]): Promise<void> {
  const { code, email, status, tracking: input, at: now = new Date() } = update
  await db.transaction().execute(async (tx) => {
    // Made first, so that two reports about a new order wait for each other here.
    await tx
      .insertInto('web_orders')
      .values({ code, email, status, tracking: null })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .execute()
    const row = await tx
      .selectFrom('web_orders')
      .selectAll()
      .where('code', '=', code)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const before = {
      status: row.status as OrderStatus,
      enteredTracking: trackingOfJson(row.tracking),
    }
    await tx
      .updateTable('web_orders')
      .set({
        status,
        email: email ?? row.email,
        tracking: trackingJson(nextTracking({ before, status, input, now })),
        updated_at: sql`now()`,
      })
      .where('code', '=', code)
      .execute()
  })
}

/** The farm's endpoint lets no other status in. */
const webOrderOfRow = (row: Selectable<Database['web_orders']>): WebOrder => ({
  code: row.code,
  status: row.status as OrderStatus,
  tracking: visibleTracking(row.status as OrderStatus, trackingOfJson(row.tracking)),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
