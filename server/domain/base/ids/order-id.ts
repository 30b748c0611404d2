// The id of an order. Branded, so that no other id can be passed in its place.
import { isUuid } from './uuid.ts'

declare const orderIdBrand: unique symbol
/** Id of an order in the database and in the processor's metadata. Customers see the order code instead. */
export type OrderId = string & { readonly [orderIdBrand]: true }

/** Brands an order id of known form: a new one, or one from the database. */
export const orderIdOf = (id: string) => id as OrderId

/** Returns the id, or null if the text is not a UUID. For text from outside, such as a path, a form or metadata. */
export const parseOrderId = (text: string): OrderId | null =>
  isUuid(text) ? orderIdOf(text) : null
