// A quote: price, file and print options, fixed for 24 hours, for one account and one country (contract.md 2.6).
import type { AccountId } from '../base/caller.ts'
import type { PrintOptions } from '../catalog/options.ts'
import type { PartSupports } from '../measurement/supports.ts'
import type { FileUnit } from '../models/format.ts'
import type { StoredModel } from '../models/ports.ts'
import type { OrderPrice } from '../pricing/price.ts'

/** `slicer`: a real slice. `geometry`: the estimate. `sliced_file`: as stated by the file's own slicer. */
export const measurementSources = ['slicer', 'geometry', 'sliced_file'] as const

/** The measurement behind the price, of one part. */
export type QuoteMeasurement = {
  readonly source: (typeof measurementSources)[number]
  /** For an already-sliced file, the extents of all its toolpaths. */
  readonly dimensionsMm: readonly [number, number, number]
  /** The unit in which the file's numbers were read; null for an already-sliced file, which is in millimeters. */
  readonly unit: FileUnit | null
  /** null for an already-sliced file. */
  readonly volumeCm3: number | null
  /** The measured weight, before margin and rounding. */
  readonly grams: number
  readonly hours: number
  readonly layers: number | null
  /** Percent added to an estimate before it is billed; null for a slice. */
  readonly marginPercent: number | null
  /** How the part is printed. null for an already-sliced file, and in quotes of the release before, which had no supports. */
  readonly supports: PartSupports | null
  readonly warnings: readonly string[]
}

export type NewQuote = {
  /** Random, although only its account can use it. */
  readonly id: string
  readonly accountId: AccountId
  /** Two uppercase letters. The price is for this country only. */
  readonly country: string
  /** `note` is null: it comes with the order. */
  readonly options: PrintOptions
  readonly price: OrderPrice
  readonly file: StoredModel
  readonly measurement: QuoteMeasurement
  readonly createdAt: Date
  readonly expiresAt: Date
}

export type Quote = NewQuote & {
  readonly spent: boolean
  /** The order that was made from it. */
  readonly orderCode: string | null
}

export const quoteHours = 24
