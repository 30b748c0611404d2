// The id of a payment at the card processor. Branded, so that no other processor id (refund, session, charge) can be
// passed in its place.
import { processorIdForm } from './processor-id.ts'

declare const paymentIdBrand: unique symbol
export type PaymentId = string & { readonly [paymentIdBrand]: true }

/** Brands a payment id that comes from the processor's objects or the database. */
export const paymentIdOf = (id: string) => id as PaymentId

/** Returns the id, or null if the text cannot be one. For text from outside, such as a path or a form. */
export const parsePaymentId = (text: string): PaymentId | null =>
  processorIdForm.test(text) ? paymentIdOf(text) : null
