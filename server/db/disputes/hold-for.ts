// The hold of an order whose payment is in doubt. Its print jobs are withdrawn: a printer that has one is notified at its next heartbeat.
import type { Transaction } from 'kysely'
import { changeSources } from '../../domain/orders/change.ts'
import { isHoldable } from '../../domain/orders/held.ts'
import type { Order } from '../../domain/orders/order.ts'
import { changeWork } from '../fulfillment/change-work.ts'
import type { Withdraw } from '../orders/rows/order-jobs.ts'
import type { Database } from '../schema/database.ts'

/** The actor in whose name an order is put on hold. */
export const processor = changeSources.cardProcessor

/**
 * Does nothing after the order has shipped. A hold by an operator keeps its reason. `isNew`: false when the doubt has ended, which changes
 * the reason of a hold and does not begin one.
 */
export async function holdFor(
  { tx, withdraw }: { readonly tx: Transaction<Database>; readonly withdraw: Withdraw },
  order: Order,
  reason: string,
  { isNew }: { readonly isNew: boolean },
): Promise<void> {
  if (!isHoldable(order.status)) return
  const isOurs = order.hold?.by === processor
  if (isOurs || (isNew && order.hold === null)) {
    await changeWork(tx, order, { change: { kind: 'hold', reason }, by: processor })
  }
  if (isNew) await withdraw(order, processor, reason)
}
