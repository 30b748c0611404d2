// A quote: price, file and print options, fixed for 24 hours, for one account and one country (contract.md 2.6).
import type { AccountId } from '../base/caller.ts'
import type { QuoteId } from '../base/ids/quote-id.ts'
import type { PrintOptions } from '../catalog/options.ts'
import type { PartSupports } from '../measurement/supports.ts'
import type { FileUnit } from '../models/format.ts'
import type { StoredModel } from '../models/ports.ts'
import type { OrderPrice } from '../pricing/price.ts'

/** `slicer`: an actual slice. `geometry`: the estimate. `sliced_file`: as stated by the slicer of the file. */
export const measurementSources = ['slicer', 'geometry', 'sliced_file'] as const

/** The measurement of one part on which the price is based. */
export type QuoteMeasurement = {
  readonly source: (typeof measurementSources)[number]
  /** For an already-sliced file, the extents of all its toolpaths. */
  readonly dimensionsMm: readonly [number, number, number]
  /** The unit of the file's numbers; null for an already-sliced file, which is in millimeters. */
  readonly unit: FileUnit | null
  /** null for an already-sliced file. */
  readonly volumeCm3: number | null
  /** The measured weight, before margin and rounding. */
  readonly grams: number
  readonly hours: number
  readonly layers: number | null
  /** Percentage added to an estimate before billing; null for a slice. */
  readonly marginPercent: number | null
  /**
   * How the part is printed; null for an already-sliced file, and in quotes of the previous release, which had no
   * supports.
   */
  readonly supports: PartSupports | null
  readonly warnings: readonly string[]
}

export type NewQuote = {
  /** Random, although only its account can use it. */
  readonly id: QuoteId
  readonly accountId: AccountId
  /** Two uppercase letters. The price applies to this country only. */
  readonly country: string
  /** `note` is null, because the order states it. */
  readonly options: PrintOptions
  readonly price: OrderPrice
  readonly file: StoredModel
  readonly measurement: QuoteMeasurement
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** A quote as its request gets it. */
export type MadeQuote = NewQuote & {
  /** Whether the model's address states the size of the model. */
  readonly isSizeStated: boolean
}

export type Quote = NewQuote & {
  /** The version of the terms that priced it; null = the contract's terms. */
  readonly termsId: number | null
  readonly isSpent: boolean
  /** The order that was made from it. */
  readonly orderCode: string | null
}

export const quoteHours = 24
