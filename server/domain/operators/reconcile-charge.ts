// "Reconcile now": settles one order's charge from the processor's record, like the automatic reconciler.

import { fail, ok, type Result } from '../base/result.ts'
import { type Settlement, settleFromRecord } from '../orders/charge/settle-order.ts'
import type { OrderFailure } from '../orders/failure.ts'
import { findOrder } from '../orders/find-order.ts'
import { type ProcessorFailure, processorFailure } from '../payments/failure.ts'
import type { OperatorFailure } from './failure.ts'
import type { OperatorDeps } from './ports.ts'

/** Minimum interval between two checks of one order, by any operator. */
const quietSeconds = 5

/** `pending`: the processor does not know the outcome yet; the reconciler keeps querying. */
export type SettlementKind = Settlement['kind']

export async function reconcileCharge(
  deps: OperatorDeps,
  by: string,
  code: string,
): Promise<Result<SettlementKind, OrderFailure | OperatorFailure | ProcessorFailure>> {
  const order = await findOrder(deps, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  if (order.payment.kind !== 'settling') return fail({ kind: 'charge_settled' })
  if (!(await deps.orders.claimLookup(order.id, quietSeconds))) {
    return fail({ kind: 'charge_just_checked' })
  }
  try {
    const { kind } = await settleFromRecord(deps, order, 'pages')
    await deps.operatorActions.record({
      by,
      kind: 'charge_reconciled',
      subject: order.code,
      detail: { outcome: kind },
    })
    deps.log.info('payment.reconciled', { code: order.code, outcome: kind, by })
    return ok(kind)
  } catch (error) {
    const failure = processorFailure(error)
    if (failure === null) throw error
    return fail(failure)
  }
}
