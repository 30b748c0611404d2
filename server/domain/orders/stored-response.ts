// Responses to submits as they are kept for a repeat of their Idempotency-Key: plain JSON, perhaps of an earlier release.

import { unpaidReasons } from './charge-words.ts'
import type { ChargeState } from './order.ts'
import type { SubmitAnswer } from './place-order.ts'

/** What earlier releases kept in the place of `chargeState` and `paymentPending`. Nothing is kept for more than a day. */
type EarlierAnswer = Omit<SubmitAnswer, 'chargeState' | 'paymentPending'> & {
  readonly settling: boolean
}

/** The cast is the parse boundary: only `answerForOrder` writes these. */
export function storedAnswer(kept: unknown): SubmitAnswer {
  const answer = kept as SubmitAnswer | EarlierAnswer
  if (!('settling' in answer)) return answer
  const { settling, ...same } = answer
  return { ...same, chargeState: chargeStateOf(answer), paymentPending: false }
}

function chargeStateOf({ paid, settling, unpaidReason }: EarlierAnswer): ChargeState {
  if (paid) return 'succeeded'
  if (settling) return 'unknown'
  return unpaidReason === unpaidReasons.noCard ? 'none' : 'declined'
}
