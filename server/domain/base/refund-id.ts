// The id of a refund that the service requested, so that neither the processor's id of it nor the id of a payment can stand in its place.

declare const refundIdBrand: unique symbol
/** Id of a refund of an order, of a purchase or of an unmatched payment: in the database and in the processor's metadata. */
export type RefundId = string & { readonly [refundIdBrand]: true }

/** For what names a refund by its id: a new refund, metadata of the processor's refund, and a path that an operator sends. */
export const refundIdOf = (id: string) => id as RefundId
