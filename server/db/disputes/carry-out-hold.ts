// Carries out the plan for an order whose payment is in doubt. A printer that has one of its print jobs is notified at its next heartbeat.

import { type HoldPlan, holder } from '../../domain/orders/disputes/hold-plan.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import type { Tx } from '../core/connect.ts'
import { changeWork } from '../fulfillment/change-work.ts'
import type { Withdraw } from '../orders/rows/order-jobs.ts'

export async function carryOutHold(
  { tx, withdraw }: { readonly tx: Tx; readonly withdraw: Withdraw },
  order: Order,
  plan: HoldPlan,
): Promise<void> {
  const { hold, withdraw: withdrawal } = plan
  if (hold !== null) {
    await changeWork(tx, order, { change: { kind: 'hold', reason: hold }, by: holder })
  }
  if (withdrawal === 'by_status') await withdraw(order, holder)
  else if (withdrawal !== null) await withdraw(order, holder, withdrawal.reason)
}
