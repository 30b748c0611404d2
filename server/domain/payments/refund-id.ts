// The ids of refunds.

import { type RefundId, refundIdOf } from '../base/ids/refund-id.ts'
import { derivedUuid } from '../base/ids/uuid.ts'
import type { KeyedBytes } from '../base/ports.ts'

/**
 * Returns the id of a refund, which is its idempotency key at the processor: a request that is repeated after a loss
 * of rows finds the first refund there. `subjectId`: id of the order, purchase or payment. `round`: number of failed
 * refunds with this key.
 */
export function derivedRefundId(
  orderIds: KeyedBytes,
  { subjectId, requestKey }: { readonly subjectId: string; readonly requestKey: string },
  round: number,
): RefundId {
  const bytes = orderIds.bytes(JSON.stringify(['refund', subjectId, requestKey, round]))
  return refundIdOf(derivedUuid(bytes))
}
