// What a refund would give back, for the question before it is made.
import { ok, type Result } from '../../base/result.ts'
import type { IdempotencyFailure } from '../../idempotency/failure.ts'
import type { RefundFailure } from '../failure.ts'
import type { Order } from '../order.ts'
import type { OrderDeps } from '../ports.ts'
import { refundableCents } from '../refund.ts'
import { checkRefund, findRequest, type PricedRefund, type RefundInput } from './refund-order.ts'

export type RefundLimits = {
  readonly leftCents: number
  /** The largest amount that a form may name. */
  readonly maxCents: number
  /** Whether the refund is a new one, based on the current version of the order. */
  readonly isCurrent: boolean
}

/**
 * What a form may refund. A repeated form finds less left than the first time, and a stale one has to show what has changed: neither is
 * refused for its amount before `refundOrder` judges it.
 */
export async function refundLimits(
  deps: Pick<OrderDeps, 'refunds'>,
  order: Order,
  { key, version }: { readonly key: string; readonly version: number },
): Promise<RefundLimits> {
  const isRepeat = ((await findRequest(deps, order, key))?.living ?? null) !== null
  const leftCents = refundableCents(order)
  const isCurrent = !isRepeat && version === order.version
  return { leftCents, maxCents: isCurrent ? leftCents : order.price.totalCents, isCurrent }
}

/** Checked as the refund itself is; nothing is written. */
export async function previewRefund(
  deps: Pick<OrderDeps, 'orderIds' | 'orderLines' | 'refunds'>,
  order: Order,
  input: RefundInput,
): Promise<Result<PricedRefund, RefundFailure | IdempotencyFailure>> {
  const checked = await checkRefund(deps, '', order, input)
  if (!checked.ok) return checked
  const { requestedCents, parts } = checked.value
  return ok({ requestedCents, parts })
}
