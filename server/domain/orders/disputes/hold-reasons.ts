// Why an order is held when its payment, or that of its gift card, is disputed or went back: sentences for operators.
import { keysOf } from '../../base/keys-of.ts'

export const giftHoldReasons = {
  gone: 'The payment of the gift card that paid for this order went back.',
  back: 'The payment of this order’s gift card is back. Release the hold to go on with the order.',
  disputed: 'The customer’s bank disputes the payment.',
} as const

export type GiftHoldCause = keyof typeof giftHoldReasons

/** The cause of a hold, which is stored as its sentence; null for every other reason. */
export const giftHoldCauseOf = (stored: string): GiftHoldCause | null =>
  keysOf(giftHoldReasons).find((cause) => giftHoldReasons[cause] === stored) ?? null

/** `words`: the bank's reason. */
export const fraudHoldReason = (words: string): string =>
  `The customer’s bank reported the payment as fraud (${words}).`
