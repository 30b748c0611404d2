// A quote: price, file and all print options, fixed for 24 hours, one account and one country (contract.md 2.6).
import type { AccountId } from '../base/caller.ts'
import type { PrintOptions } from '../catalog/options.ts'
import type { StoredModel } from '../models/ports.ts'
import type { OrderPrice } from '../pricing/price.ts'

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
  readonly file: StoredModel
  readonly measurement: QuoteMeasurement
  readonly createdAt: Date
  readonly expiresAt: Date
}

export type Quote = NewQuote & {
  readonly spent: boolean
  /** The order it was spent on. */
  readonly orderCode: string | null
}

export const quoteHours = 24
