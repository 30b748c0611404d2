// A refund that the bank returned and that was settled with the customer in another way, for example by bank transfer.
import { fail, type Result } from '../../base/result.ts'
import type { OrderFailure, RefundFailure } from '../failure.ts'
import { findOrder } from '../find-order.ts'
import type { OrderDeps } from '../ports.ts'
import type { Refund } from '../reversals/refund.ts'

export type Resolution = {
  readonly code: string
  readonly refundId: string
  /** How the operator resolved it, 1 to 200 characters. */
  readonly note: string
}

/** Records the resolution without moving money. The first note is final. */
export async function resolveRefund(
  deps: Pick<OrderDeps, 'orders' | 'refunds' | 'log'>,
  operator: string,
  { code, refundId, note }: Resolution,
): Promise<Result<Refund, OrderFailure | RefundFailure>> {
  const order = await findOrder(deps, code)
  if (order === null) return fail({ kind: 'order_not_found' })
  const resolved = await deps.refunds.resolve({ orderId: order.id, refundId, by: operator, note })
  if (resolved === null) return fail({ kind: 'refund_not_returned' })
  if (!resolved.ok) return resolved
  deps.log.info('refund.resolved', { code: order.code, refundId, by: operator })
  return resolved
}
