// The id of an order, so that no other id can stand in its place.

declare const orderIdBrand: unique symbol
/** Id of an order in the database and in the processor's metadata. Customers see its code. */
export type OrderId = string & { readonly [orderIdBrand]: true }

/** For what names an order by its id: a new order, a column without a type, metadata of a payment. */
export const orderIdOf = (id: string) => id as OrderId
