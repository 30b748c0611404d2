// The history of an order, written in the transaction that changes it.
import { type Selectable, sql, type Transaction } from 'kysely'
import type { Log } from '../../domain/base/ports.ts'
import type { OrderChange } from '../../domain/orders/change.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { Refund } from '../../domain/orders/refund.ts'
import type { Db } from '../core/connect.ts'
import { recover } from '../core/json.ts'
import type { Database } from '../schema/database.ts'
import { readTracking, trackingJson } from './stored-tracking.ts'

type Before = Pick<Order, 'status' | 'enteredTracking'>

/** Writes one line: the order as it is now, who changed it, and what it was before. */
export async function addEvent(
  tx: Transaction<Database>,
  order: Order,
  by: string,
  before: Before,
): Promise<void> {
  await insertEvent(tx, order, by, before, null)
}

/** The same for a step of a refund, which leaves status and tracking alone. */
export async function addRefundEvent(
  tx: Transaction<Database>,
  order: Order,
  by: string,
  refund: Pick<Refund, 'id' | 'state'>,
): Promise<void> {
  await insertEvent(tx, order, by, order, refund)
}

async function insertEvent(
  tx: Transaction<Database>,
  order: Order,
  by: string,
  before: Before,
  refund: Pick<Refund, 'id' | 'state'> | null,
): Promise<void> {
  await tx
    .insertInto('order_events')
    .values({
      order_id: order.id,
      status: order.status,
      by,
      version: order.version,
      from_status: before.status,
      from_tracking: trackingJson(before.enteredTracking),
      tracking: trackingJson(order.enteredTracking),
      refund_id: refund?.id ?? null,
      refund_state: refund?.state ?? null,
    })
    .execute()
}

/** Changes after the version, oldest first. Tracking that cannot be read is left out of its line. */
export async function changesSince(
  db: Db,
  log: Pick<Log, 'error'>,
  orderId: string,
  version: number,
): Promise<OrderChange[]> {
  const rows = await db
    .selectFrom('order_events')
    .leftJoin('refunds', 'refunds.id', 'order_events.refund_id')
    .selectAll('order_events')
    .select('refunds.amount_cents')
    .where('order_events.order_id', '=', orderId)
    .where('version', '>', sql<number>`${version}::integer`)
    .orderBy('order_events.id')
    .execute()
  return rows.map((row) => changeOfRow(log, row))
}

type EventRow = Selectable<Database['order_events']> & { amount_cents: number | null }

function changeOfRow(log: Pick<Log, 'error'>, row: EventRow): OrderChange {
  const trackingOf = (column: 'from_tracking' | 'tracking') =>
    recover(
      log,
      () => readTracking(row[column], { table: 'order_events', column, id: String(row.id) }),
      () => null,
    )
  return {
    version: row.version ?? 0,
    at: row.at,
    by: row.by,
    from: row.from_status ?? row.status,
    to: row.status,
    trackingFrom: trackingOf('from_tracking'),
    trackingTo: trackingOf('tracking'),
    refund:
      row.amount_cents === null || row.refund_state === null
        ? null
        : { amountCents: row.amount_cents, state: row.refund_state },
  }
}
