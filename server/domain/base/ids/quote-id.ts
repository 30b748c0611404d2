// The id of a quote. Branded, so that the id of an order or a model cannot be passed in its place.

declare const quoteIdBrand: unique symbol
export type QuoteId = string & { readonly [quoteIdBrand]: true }

const form = /^[A-Za-z0-9_-]{1,64}$/

/** Brands the id of a new quote. */
export const quoteIdOf = (id: string) => id as QuoteId

/** Returns the id, or null if the text cannot be one. For text from outside, such as an argument of a tool. */
export const parseQuoteId = (text: string): QuoteId | null =>
  form.test(text) ? quoteIdOf(text) : null
