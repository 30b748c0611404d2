// The id of a refund that the service requested. Branded, so that the processor's refund id or a payment id cannot be
// passed in its place.
import { isUuid } from './uuid.ts'

declare const refundIdBrand: unique symbol
/** Id of a refund of an order, a purchase or an unmatched payment, in the database and in the processor's metadata. */
export type RefundId = string & { readonly [refundIdBrand]: true }

/** Brands a refund id of known form: a new one, or one from the database. */
export const refundIdOf = (id: string) => id as RefundId

/** Returns the id, or null if the text is not a UUID. For text from outside, such as a path, a form or metadata. */
export const parseRefundId = (text: string): RefundId | null =>
  isUuid(text) ? refundIdOf(text) : null
