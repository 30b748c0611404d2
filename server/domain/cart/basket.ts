// A basket: lines that a visitor collects before checkout, kept on the server so that it works without JavaScript.

import type { PrintOptions } from '../catalog/options.ts'
import type { StoredModel } from '../models/ports.ts'

export type BasketPart = {
  readonly options: PrintOptions
  readonly file: StoredModel
  /** The price that the visitor saw last, in cents; null before the line was priced. */
  readonly seenCents: number | null
}

export type BasketLine = BasketPart & { readonly id: string }

export type Basket = {
  readonly id: string
  /** In the order in which they were added. */
  readonly lines: readonly BasketLine[]
}

/** The sum of the quantities; 0 without a basket. */
export const partCountOf = (basket: Basket | null): number =>
  (basket?.lines ?? []).reduce((sum, { options }) => sum + options.quantity, 0)
