// The budget for calls to the card processor that are neither charges nor refunds. The processor limits all calls of our account
// together (Stripe: 100 a second, 25 in test mode), so what everyone can cause must leave room for charges.
import type { CallShare } from '../payments/ports.ts'

/** A pause is worth so many seconds of calls, which may then be made at once. */
export const burstSeconds = 2

/** The part of a burst that a share leaves to the others. */
export const reservedPart: Readonly<Record<CallShare, number>> = {
  pages: 1 / 2,
  accounts: 1 / 4,
  upkeep: 0,
}
