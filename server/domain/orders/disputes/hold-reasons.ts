// Why an order is held when its payment, or that of its gift card, is disputed or went back: sentences for operators.
export const giftHoldReasons = {
  gone: 'The payment of the gift card that paid for this order went back.',
  back: 'The payment of this order’s gift card is back. Release the hold to go on with the order.',
  disputed: 'The customer’s bank disputes the payment.',
} as const

/** `words`: the bank's reason. */
export const fraudHoldReason = (words: string): string =>
  `The customer’s bank reported the payment as fraud (${words}).`
