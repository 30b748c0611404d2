// Orders of the earlier website. The farm reports their progress, and nothing else about them is stored here.
import { type Selectable, sql } from 'kysely'
import type { Log } from '../../domain/base/ports.ts'
import type { LegacyOrder, LegacyOrders, LegacyStatusUpdate } from '../../domain/orders/ports.ts'
import { nextTracking, visibleTracking } from '../../domain/orders/record/tracking.ts'
import type { Db } from '../core/connect.ts'
import { recover } from '../core/values/json.ts'
import type { LegacyOrdersTable } from '../schema/orders.ts'
import { readTracking, storedTracking } from './rows/stored-tracking.ts'

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
  const { code, email, status, tracking: input, at: now } = update
  await db.transaction().execute(async (tx) => {
    // Inserted first, so that two reports about a new order run one after another.
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
        tracking: storedTracking(nextTracking({ before, status, input, now })),
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
