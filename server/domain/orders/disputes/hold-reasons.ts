// Why an order is held if its payment, or that of its gift card, is disputed or reversed. Sentences for operators.
import { keysOf } from '../../base/keys-of.ts'
import { releaseAdvice } from '../reversals/dispute.ts'

export const giftHoldReasons = {
  gone: 'The payment of the gift card that paid for this order went back.',
  back: `The payment of this order’s gift card is back. ${releaseAdvice}`,
  disputed: 'The customer’s bank disputes the payment.',
} as const

export type GiftHoldCause = keyof typeof giftHoldReasons

/** Returns the cause of a hold, which is stored as its sentence; null for every other reason. */
export const giftHoldCauseOf = (stored: string): GiftHoldCause | null =>
  keysOf(giftHoldReasons).find((cause) => giftHoldReasons[cause] === stored) ?? null

/** Returns the hold reason. `words`: the bank's reason. */
export const fraudHoldReason = (words: string): string =>
  `The customer’s bank reported the payment as fraud (${words}).`
