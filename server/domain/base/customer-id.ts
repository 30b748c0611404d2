// The id of a customer at the card processor, so that neither an account nor another object of the processor can stand in its place.

declare const customerIdBrand: unique symbol
export type CustomerId = string & { readonly [customerIdBrand]: true }

/** For what names a customer by its id: the processor's objects. */
export const customerIdOf = (id: string) => id as CustomerId
