// Preview of a refund for its confirmation.
import { ok, type Result } from '../../base/result.ts'
import type { IdempotencyFailure } from '../../idempotency/failure.ts'
import type { RefundFailure } from '../failure.ts'
import type { OrderDeps } from '../ports.ts'
import type { Order } from '../record/order.ts'
import { refundableCents } from '../reversals/refund.ts'
import { checkRefund } from './refund-order.ts'
import { findRequest, type PricedRefund, type RefundInput } from './refund-request.ts'

export type RefundLimits = {
  readonly leftCents: number
  /** The largest amount that a form can state. */
  readonly maxCents: number
  /** Whether the refund is new and based on the current version of the order. */
  readonly isCurrent: boolean
}

/**
 * Returns the refundable amounts of a form. A repeated form finds less left than the first time, and an outdated form
 * must show what has changed, so neither is refused for its amount before `refundOrder` checks it.
 */
export async function refundLimits(
  deps: Pick<OrderDeps, 'refunds'>,
  order: Order,
  { key, version }: { readonly key: string; readonly version: number },
): Promise<RefundLimits> {
  const isRepeat = ((await findRequest(deps, order, key))?.currentAttempt ?? null) !== null
  const leftCents = refundableCents(order)
  const isCurrent = !isRepeat && version === order.version
  return { leftCents, maxCents: isCurrent ? leftCents : order.price.totalCents, isCurrent }
}

/** Runs the checks of a refund without writing anything. */
export async function previewRefund(
  deps: Pick<OrderDeps, 'orderIds' | 'orderLines' | 'refunds'>,
  order: Order,
  input: RefundInput,
): Promise<Result<PricedRefund, RefundFailure | IdempotencyFailure>> {
  const checked = await checkRefund(deps, '', { order, input })
  if (!checked.ok) return checked
  const { requestedCents, parts } = checked.value
  return ok({ requestedCents, parts })
}
