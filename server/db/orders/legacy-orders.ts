// Website-checkout orders: the farm reports their progress, nothing else about them is kept here.
import { type Selectable, sql } from 'kysely'
import type { Log } from '../../domain/base/ports.ts'
import type { LegacyOrder, LegacyOrders, LegacyStatusUpdate } from '../../domain/orders/ports.ts'
import { nextTracking, visibleTracking } from '../../domain/orders/tracking.ts'
import type { Db } from '../core/connect.ts'
import { recover } from '../core/json.ts'
import type { LegacyOrdersTable } from '../schema/orders.ts'
import { readTracking, trackingJson } from './rows/stored-tracking.ts'

export function createLegacyOrders(db: Db, log: Pick<Log, 'error'>): LegacyOrders {
  return {
    setStatus: (update) => setStatus(db, update),
    readByCodeAndEmail: async (code, email) => {
      const row = await db
        .selectFrom('web_orders')
        .selectAll()
        .where('code', '=', code)
        .where(sql<boolean>`lower(email) = lower(${email})`)
        .executeTakeFirst()
      return row === undefined ? null : legacyOrderOfRow(row)
    },
    listByEmail: async (email, limit) => {
      const rows = await db
        .selectFrom('web_orders')
        .selectAll()
        .where(sql<boolean>`lower(email) = lower(${email})`)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) =>
        recover(
          log,
          () => legacyOrderOfRow(row),
          () => legacyOrderOfRow({ ...row, tracking: null }),
        ),
      )
    },
  }
}

async function setStatus(db: Db, update: LegacyStatusUpdate): Promise<void> {
  const { code, email, status, tracking: input, at: now = new Date() } = update
  await db.transaction().execute(async (tx) => {
    // Inserted first, so that two reports about a new order wait for each other here.
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
    const before = { status: row.status, enteredTracking: trackingOf(row) }
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

const trackingOf = ({ code, tracking }: Selectable<LegacyOrdersTable>) =>
  readTracking(tracking, { table: 'web_orders', column: 'tracking', id: code })

const legacyOrderOfRow = (row: Selectable<LegacyOrdersTable>): LegacyOrder => ({
  code: row.code,
  status: row.status,
  tracking: visibleTracking(row.status, trackingOf(row)),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
