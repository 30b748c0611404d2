// How often and how long requests to the card processor are repeated under their idempotency keys.
import type { RefundOutcome } from './refund-outcome.ts'

/** Attempts of one call, the first one included. */
export const processorAttempts = 3

/** Time limit of one attempt. */
export const processorAttemptSeconds = 9

/** Time for the database, before and after a call. */
const databaseSeconds = 13

/** Time within which a running process settles its charge. If a charge is still `started` later, its process has died. */
export const chargeLimitSeconds = processorAttempts * processorAttemptSeconds + databaseSeconds

/** The processor keeps an idempotency key for 24 hours. Later, the same request would be a new charge or refund. */
export const repeatableHours = 23

/** The outcome of a refund that is missing from the processor's record and can no longer be requested under its key. */
export const neverArrived: RefundOutcome = {
  kind: 'failed',
  reason: 'The refund never reached the card processor',
  processorRefundId: null,
}
