// Responses stored under an Idempotency-Key: plain JSON, perhaps written by an earlier release.

import { unpaidReasons } from './charge-words.ts'
import type { ChargeState } from './order.ts'
import type { SubmitResponse } from './place-order.ts'

/** Earlier releases stored `settling` instead of `chargeState` and `paymentPending`. Responses are stored for a day. */
type EarlierResponse = Omit<SubmitResponse, 'chargeState' | 'paymentPending'> & {
  readonly settling: boolean
}

/** The cast is the parse boundary: only `answerForOrder` writes these. */
export function parseStoredResponse(kept: unknown): SubmitResponse {
  const response = kept as SubmitResponse | EarlierResponse
  if (!('settling' in response)) return response
  const { settling, ...same } = response
  return { ...same, chargeState: chargeStateOf(response), paymentPending: false }
}

function chargeStateOf({ paid, settling, unpaidReason }: EarlierResponse): ChargeState {
  if (paid) return 'succeeded'
  if (settling) return 'unknown'
  return unpaidReason === unpaidReasons.noCard ? 'none' : 'declined'
}
