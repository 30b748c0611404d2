// Why a card was declined, where the reason is one that its holder can act on. Other reasons are the bank's own.

/** Codes of Stripe (https://docs.stripe.com/declines/codes). */
export const declineCodes = [
  'card_not_supported',
  'expired_card',
  'insufficient_funds',
  'processing_error',
] as const

export type DeclineCode = (typeof declineCodes)[number]
