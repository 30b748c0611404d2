// The budget for calls to the card processor other than charges and refunds. The processor limits the calls of an account together
// (Stripe: 100 a second, 25 in test mode), so calls that anyone can cause must leave room for charges, and those of one account for
// the other accounts.
import type { CallShare } from '../payments/ports.ts'

/** Unused budget accumulates for this long and may then be used at once. */
export const burstSeconds = 2

/** The part of the budget for list endpoints: Stripe also limits each endpoint to 25 calls a second. */
export const listPart = 1 / 2

/** The part of a burst that each share leaves to the others. */
export const reservedPart: Readonly<Record<CallShare, number>> = {
  pages: 1 / 2,
  accounts: 1 / 4,
  upkeep: 0,
}

/** The part of the budget that one account may use in the long run. */
export const accountPart = 1 / 10

/**
 * An account's unused part accumulates for this long. It then pays for opening a page at once even where the budget is smallest: a
 * payment page of a new account takes two calls, and so does the search for the payments of an order.
 */
export const accountBurstSeconds = 5
export const minAccountBurst = 4
