// The id of a payout at the card processor. Branded, so that the id of a balance transaction, a payment or a charge cannot
// be passed in its place.
import { processorIdForm } from './processor-id.ts'

declare const payoutIdBrand: unique symbol
export type PayoutId = string & { readonly [payoutIdBrand]: true }

/** Brands a payout id that comes from the processor's objects or the database. */
export const payoutIdOf = (id: string) => id as PayoutId

/** Returns the id, or null if the text cannot be one. For text from outside, such as a path. */
export const parsePayoutId = (text: string): PayoutId | null =>
  processorIdForm.test(text) ? payoutIdOf(text) : null
