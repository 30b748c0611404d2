// The id of a saved card at the card processor, so that its customer's id cannot stand in its place.

declare const paymentMethodIdBrand: unique symbol
export type PaymentMethodId = string & { readonly [paymentMethodIdBrand]: true }

/** For what names a saved card by its id: the processor's objects. */
export const paymentMethodIdOf = (id: string) => id as PaymentMethodId
