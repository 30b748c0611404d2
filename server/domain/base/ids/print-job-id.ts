// The id of a print job. Branded, so that the id of an order, a generation job or a file cannot be passed in its place.
import { isUuid } from './uuid.ts'

declare const printJobIdBrand: unique symbol
export type PrintJobId = string & { readonly [printJobIdBrand]: true }

/** Brands a print job id of known form: a new one, one from the database, or one that a schema has checked. */
export const printJobIdOf = (id: string) => id as PrintJobId

/** Returns the id, or null if the text is not a UUID. For text from outside, such as a path, a form or metadata. */
export const parsePrintJobId = (text: string): PrintJobId | null =>
  isUuid(text) ? printJobIdOf(text) : null
