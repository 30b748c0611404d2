// The id of a gift card. Branded, so that the id of its purchase or the hash of its code cannot be passed in its place.

declare const giftCardIdBrand: unique symbol
/** Id of a gift card in the database. */
export type GiftCardId = string & { readonly [giftCardIdBrand]: true }

/** Brands a gift card id that comes from a new card or an untyped column. */
export const giftCardIdOf = (id: string) => id as GiftCardId
