// The id of a basket. Branded, so that the id of a line, an order or an account cannot be passed in its place.
import { isUuid } from './uuid.ts'

declare const basketIdBrand: unique symbol
export type BasketId = string & { readonly [basketIdBrand]: true }

/** Brands a basket id of known form: a new one, or one from the database. */
export const basketIdOf = (id: string) => id as BasketId

/** Returns the id, or null if the text is not a UUID. For text from outside, such as a cookie. */
export const parseBasketId = (text: string): BasketId | null =>
  isUuid(text) ? basketIdOf(text) : null
