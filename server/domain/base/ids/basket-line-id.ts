// The id of a line of a basket. Branded, so that the id of its basket or of an order cannot be passed in its place.

declare const basketLineIdBrand: unique symbol
export type BasketLineId = string & { readonly [basketLineIdBrand]: true }

/** Brands the id of a new line. */
export const basketLineIdOf = (id: string) => id as BasketLineId
