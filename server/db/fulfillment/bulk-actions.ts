// Bulk actions: the rows of the preview, and one transaction for each order that changes.
import { type Selectable, sql } from 'kysely'
import * as v from 'valibot'
import type {
  BulkAction,
  BulkChange,
  BulkOrder,
  BulkOutcome,
  NewBulkAction,
} from '../../domain/fulfillment/bulk-action.ts'
import type { BulkActions, BulkRun } from '../../domain/fulfillment/ports.ts'
import { queueQuery, readQueueFilter } from '../../domain/fulfillment/queue-filter.ts'
import { priorityOfRank, priorityRanks } from '../../domain/orders/record/priority.ts'
import type { Db, Tx } from '../core/connect.ts'
import { jsonb, readJson } from '../core/values/json.ts'
import { lockOrder } from '../farm/job-orders.ts'
import { type Withdraw, withWithdrawal } from '../orders/rows/order-jobs.ts'
import { readTracking, storedTracking } from '../orders/rows/stored-tracking.ts'
import type { Database } from '../schema/database.ts'
import { type LockOptions, lockedOrder } from './locked-order.ts'

export function createBulkActions(
  db: Db,
  { cache, mailPlace, onWithdrawn }: LockOptions,
): BulkActions {
  return {
    create: (action) => db.transaction().execute((tx) => insertAction(tx, action)),
    read: (id) => readAction(db, id),
    enterTracking: (id, { tracking, withoutTracking }) =>
      db.transaction().execute(async (tx) => {
        const open = await tx
          .updateTable('bulk_actions')
          .set({ without_tracking: withoutTracking })
          .where('id', '=', id)
          .where('confirmed_at', 'is', null)
          .executeTakeFirst()
        if (open.numUpdatedRows === 0n) return false
        await tx
          .updateTable('bulk_action_orders')
          .set({ tracking: null })
          .where('bulk_id', '=', id)
          .execute()
        for (const [code, parcel] of tracking) {
          await tx
            .updateTable('bulk_action_orders')
            .set({ tracking: storedTracking(parcel) })
            .where('bulk_id', '=', id)
            .where('code', '=', code)
            .execute()
        }
        return true
      }),
    confirm: async (id) => {
      await db
        .updateTable('bulk_actions')
        .set({ confirmed_at: sql`now()` })
        .where('id', '=', id)
        .where('confirmed_at', 'is', null)
        .execute()
    },
    apply: (id, order, request) =>
      withWithdrawal(db, onWithdrawn, (tx, withdraw) =>
        applyToOrder(tx, id, order, { ...request, withdraw, cache, mailPlace }),
      ),
  }
}

/** Rows per statement, because the number of its parameters is limited. */
const rowsPerInsert = 500

async function insertAction(tx: Tx, { id, by, change, filter, orders }: NewBulkAction) {
  await tx
    .insertInto('bulk_actions')
    .values({
      id,
      by,
      kind: change.kind,
      queues: change.kind === 'accept' && change.queues === true,
      reason: change.kind === 'hold' ? change.reason : null,
      priority: change.kind === 'priority' ? priorityRanks[change.priority] : null,
      filter: filter === null ? null : jsonb(Object.fromEntries(queueQuery(filter))),
    })
    .execute()
  for (let start = 0; start < orders.length; start += rowsPerInsert) {
    await tx
      .insertInto('bulk_action_orders')
      .values(
        orders.slice(start, start + rowsPerInsert).map(({ place, code, order, outcome, why }) => ({
          bulk_id: id,
          place,
          code,
          order_id: order?.id ?? null,
          version: order?.version ?? null,
          outcome,
          why,
        })),
      )
      .execute()
  }
}

async function readAction(db: Db, id: string): Promise<BulkAction | null> {
  const row = await db
    .selectFrom('bulk_actions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const orders = await db
    .selectFrom('bulk_action_orders')
    .selectAll()
    .where('bulk_id', '=', id)
    .orderBy('place')
    .execute()
  return {
    id,
    by: row.by,
    change: changeOf(row),
    filter:
      row.filter === null
        ? null
        : readQueueFilter(
            readJson(storedFilter, row.filter, { table: 'bulk_actions', column: 'filter', id }),
          ).filter,
    withoutTracking: row.without_tracking,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
    orders: orders.map(bulkOrderOf),
  }
}

const storedFilter = v.record(v.string(), v.string())

function changeOf({
  kind,
  reason,
  priority,
  queues,
}: Selectable<Database['bulk_actions']>): BulkChange {
  switch (kind) {
    case 'hold':
      return { kind, reason: reason ?? '' }
    case 'priority':
      return { kind, priority: priorityOfRank(priority ?? 0) }
    case 'accept':
      return { kind, queues }
    default:
      return { kind }
  }
}

function bulkOrderOf(row: Selectable<Database['bulk_action_orders']>): BulkOrder {
  const { place, code, order_id: id, version, outcome, why } = row
  return {
    place,
    code,
    order: id === null || version === null ? null : { id, version },
    tracking: readTracking(row.tracking, {
      table: 'bulk_action_orders',
      column: 'tracking',
      id: `${row.bulk_id}/${place}`,
    }),
    outcome,
    why,
  }
}

type Request = BulkRun & Pick<LockOptions, 'cache' | 'mailPlace'> & { readonly withdraw: Withdraw }

async function applyToOrder(
  tx: Tx,
  id: string,
  bulkOrder: BulkOrder,
  { run, ...request }: Request,
): Promise<boolean> {
  const { place, order: seen } = bulkOrder
  const waiting = await tx
    .selectFrom('bulk_action_orders')
    .select('place')
    .where('bulk_id', '=', id)
    .where('place', '=', place)
    .where('outcome', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (waiting === undefined || seen === null) return false
  const order = await lockOrder(tx, { id: seen.id })
  const { outcome, why }: BulkOutcome =
    order?.version === seen.version
      ? await run(lockedOrder(tx, order, request))
      : { outcome: 'refused', why: 'changed' }
  await tx
    .updateTable('bulk_action_orders')
    .set({ outcome, why })
    .where('bulk_id', '=', id)
    .where('place', '=', place)
    .execute()
  return outcome === 'done'
}
