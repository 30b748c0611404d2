// The id of a payment at the card processor, so that no other id of the processor (refund, session, charge) can stand in its place.

declare const paymentIdBrand: unique symbol
export type PaymentId = string & { readonly [paymentIdBrand]: true }

/** For what names a payment by its id: the processor's objects, and a form or path that an operator sends. */
export const paymentIdOf = (id: string) => id as PaymentId
