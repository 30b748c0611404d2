// The id of a saved card at the card processor. Branded, so that its customer's id cannot be passed in its place.

declare const paymentMethodIdBrand: unique symbol
export type PaymentMethodId = string & { readonly [paymentMethodIdBrand]: true }

/** Brands the id of a saved card that comes from the processor's objects. */
export const paymentMethodIdOf = (id: string) => id as PaymentMethodId
