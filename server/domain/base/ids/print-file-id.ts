// The id of a sliced file that prints parts of an order. Branded, so that the id of its job or order cannot be passed in its place.
import { isUuid } from './uuid.ts'

declare const printFileIdBrand: unique symbol
export type PrintFileId = string & { readonly [printFileIdBrand]: true }

/** Brands the id of a new file. */
export const printFileIdOf = (id: string) => id as PrintFileId

/** Returns the id, or null if the text is not a UUID. For text from outside, such as a body. */
export const parsePrintFileId = (text: string): PrintFileId | null =>
  isUuid(text) ? printFileIdOf(text) : null
