// A quote: price, file and all print options, fixed for 24 hours, one account and one country (service.md, "Quote").
import type { AccountId } from '../accounts/caller.ts'
import type { NewOrder, OrderFile, OrderPrice, PrintOptions } from '../orders/order.ts'

/** What the price was made from, for the caller to see. Of one part. */
export type QuoteMeasurement = {
  /** `slicer` = a real slice, `geometry` = the estimate without one, `sliced_file` = what the file's own slicer stated. */
  readonly source: 'slicer' | 'geometry' | 'sliced_file'
  /** Of an already-sliced file: what its toolpaths reach over, whatever they print. */
  readonly dimensionsMm: readonly [number, number, number]
  /** The unit that the file's numbers were read in; null for an already-sliced file, whose are millimetres. */
  readonly unit: string | null
  /** null for an already-sliced file: its toolpaths enclose nothing. */
  readonly volumeCm3: number | null
  /** As measured, before the margin and the rounding of the bill. */
  readonly grams: number
  readonly hours: number
  readonly layers: number | null
  /** Percent added to an estimate before it is billed; null for everything that was sliced. */
  readonly marginPercent: number | null
  readonly warnings: readonly string[]
}

export type NewQuote = {
  /** Unguessable, though it is of use to its account only. */
  readonly id: string
  readonly accountId: AccountId
  /** Two uppercase letters; the price holds for it alone. */
  readonly country: string
  /** Its note is null: that comes with the order. */
  readonly options: PrintOptions
  readonly price: OrderPrice
  readonly file: OrderFile
  readonly measurement: QuoteMeasurement
  readonly createdAt: Date
  readonly expiresAt: Date
}

export type Quote = NewQuote & {
  readonly spent: boolean
  /** The order it was spent on. */
  readonly orderCode: string | null
}

export type Quotes = {
  readonly insert: (quote: NewQuote) => Promise<void>
  /** Ownership is in the query: another account's quote is not there. */
  readonly readOwned: (accountId: AccountId, quoteId: string) => Promise<Quote | null>
  /**
   * One transaction: the quote is spent by one conditional update and the order written with its charge attempt. Nothing is
   * written unless both are. `unusable` = spent by another call, expired, of another account or of another country.
   */
  readonly spend: (
    request: { readonly quoteId: string; readonly at: Date },
    order: NewOrder,
  ) => Promise<'inserted' | 'code_taken' | 'unusable'>
}

export const quoteHours = 24
