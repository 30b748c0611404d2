// The ids of refunds.

import type { KeyedBytes } from '../base/ports.ts'
import { type RefundId, refundIdOf } from '../base/refund-id.ts'
import { derivedUuid } from '../base/uuid.ts'

/**
 * The id of a refund, which is its idempotency key at the processor: a request that is repeated after a loss of rows finds the first
 * refund there. `subjectId`: of the order, the purchase or the payment. `round` is the number of failed refunds with this key.
 */
export function derivedRefundId(
  orderIds: KeyedBytes,
  { subjectId, requestKey }: { readonly subjectId: string; readonly requestKey: string },
  round: number,
): RefundId {
  const bytes = orderIds.bytes(JSON.stringify(['refund', subjectId, requestKey, round]))
  return refundIdOf(derivedUuid(bytes))
}
