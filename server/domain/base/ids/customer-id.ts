// The id of a customer at the card processor. Branded, so that no other id can be passed in its place.

declare const customerIdBrand: unique symbol
export type CustomerId = string & { readonly [customerIdBrand]: true }

/** Brands a customer id that comes from the processor's objects. */
export const customerIdOf = (id: string) => id as CustomerId
