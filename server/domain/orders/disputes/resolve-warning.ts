// A bank's fraud warning that an operator has dealt with, for example by asking the customer. Nothing moves, and a hold stays.
import { fail, ok, type Result } from '../../base/result.ts'
import type { OrderFailure } from '../failure.ts'
import { findOrder } from '../find-order.ts'
import type { OrderDeps } from '../ports.ts'
import type { FraudWarning } from './dispute.ts'
import type { DisputeFailure } from './failure.ts'

/** A repeat keeps the first note. */
export async function resolveWarning(
  deps: Pick<OrderDeps, 'orders' | 'disputes' | 'log'>,
  operator: string,
  { code, id, note }: { readonly code: string; readonly id: string; readonly note: string },
): Promise<Result<FraudWarning, OrderFailure | DisputeFailure>> {
  const order = await findOrder(deps, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  const request = { orderId: order.id, id, by: operator, note }
  const warning = await deps.disputes.resolveWarning(request)
  if (warning === null) return fail({ kind: 'fraud_warning_not_found' })
  deps.log.info('payment.fraud_warning_resolved', { code: order.code, id, by: operator })
  return ok(warning)
}
