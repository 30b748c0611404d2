// The id of a purchase of a gift card or credits. Branded, so that an order id, which payments can reference as well,
// cannot be passed in its place.
import { isUuid } from './uuid.ts'

declare const purchaseIdBrand: unique symbol
/** Id of a purchase in the database and in the processor's metadata. */
export type PurchaseId = string & { readonly [purchaseIdBrand]: true }

/** Brands a purchase id of known form: a new one, or one from the database. */
export const purchaseIdOf = (id: string) => id as PurchaseId

/** Returns the id, or null if the text is not a UUID. For text from outside, such as a path, a form or metadata. */
export const parsePurchaseId = (text: string): PurchaseId | null =>
  isUuid(text) ? purchaseIdOf(text) : null
