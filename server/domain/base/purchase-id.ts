// The id of a purchase of a gift card or credits, so that the id of an order, which a payment may name as well, cannot stand in its place.

declare const purchaseIdBrand: unique symbol
/** Id of a purchase in the database and in the processor's metadata. */
export type PurchaseId = string & { readonly [purchaseIdBrand]: true }

/** For what names a purchase by its id: a new purchase, a column without a type, metadata of a payment, and a path or query. */
export const purchaseIdOf = (id: string) => id as PurchaseId
