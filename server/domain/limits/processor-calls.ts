// The budget for calls to the card processor other than charges and refunds. The processor limits all calls of an
// account together (Stripe: 100 per second, 25 in test mode). Calls that anyone can cause must leave capacity for
// charges, and the calls of one account must leave capacity for other accounts.
import type { CallShare } from '../payments/ports.ts'

/** Seconds for which unused budget accumulates. It can then be used in one burst. */
export const burstSeconds = 2

/** The part of the budget for list endpoints. Stripe also limits each endpoint to 25 calls per second. */
export const listPart = 1 / 2

/** The part of a burst that each share leaves to the others. */
export const reservedPart: Readonly<Record<CallShare, number>> = {
  pages: 1 / 2,
  accounts: 1 / 4,
  upkeep: 0,
}

/** The part of the budget that one account can use in the long run. */
export const accountPart = 1 / 10

/**
 * Seconds for which an account's unused part accumulates. The minimum burst is enough to open a page immediately even
 * with the smallest budget: a payment page of a new account takes two calls, and so does the search for the payments
 * of an order.
 */
export const accountBurstSeconds = 5
export const minAccountBurst = 4
