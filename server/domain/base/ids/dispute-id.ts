// The id of a dispute at the card processor. Branded, so that the id of its payment or order cannot be passed in its
// place.
import { processorIdForm } from './processor-id.ts'

declare const disputeIdBrand: unique symbol
export type DisputeId = string & { readonly [disputeIdBrand]: true }

/** Brands a dispute id that comes from the processor's objects or the database. */
export const disputeIdOf = (id: string) => id as DisputeId

/** Returns the id, or null if the text cannot be one. For text from outside, such as a path or a form. */
export const parseDisputeId = (text: string): DisputeId | null =>
  processorIdForm.test(text) ? disputeIdOf(text) : null
