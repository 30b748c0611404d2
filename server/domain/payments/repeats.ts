// How long requests to the card processor can be repeated under their idempotency keys.
import type { RefundOutcome } from './refund-outcome.ts'

/** The processor keeps an idempotency key for 24 hours. Later, the same request would be a new charge or refund. */
export const repeatableHours = 23

/** The outcome of a refund that is missing from the processor's record and can no longer be requested under its key. */
export const neverArrived: RefundOutcome = {
  kind: 'failed',
  reason: 'The refund never reached the card processor',
  processorRefundId: null,
}
