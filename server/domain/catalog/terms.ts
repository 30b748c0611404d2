// The terms of business that determine prices (decisions.md 51): the contract's, or a farm's from a given time on. The
// host selects them: the server sets the terms of each request, the browser the terms of its page.
import { type Branding, branding } from '../branding/branding.ts'
import type { ServedCountry } from './countries.ts'
import { type CustomsTerms, usualCustomsTerms } from './customs-terms.ts'
import { type OpeningDays, usualOpeningDays } from './opening-days.ts'
import type { Material } from './options.ts'

/** Flat rate per parcel, free when the print subtotal reaches a threshold; in cents. */
export type Postage = { readonly flatCents: number; readonly freeFromCents: number }

/** Integers only: cents, hundredths of g/cm3, percent. */
export type Terms = {
  /** The number of the stored version; 0 = the contract's terms. */
  readonly version: number
  readonly materials: Readonly<
    Record<Material, { readonly centsPerGram: number; readonly densityHundredths: number }>
  >
  /** The minimum rate of any color that is not a stock spool. */
  readonly customColorCentsPerGram: number
  /** Minimum price of a part, including after the discount. */
  readonly minimumCentsPerPart: number
  /** Percent discount from a quantity of equal parts on. Both ascend. */
  readonly discounts: readonly { readonly fromQuantity: number; readonly percent: number }[]
  readonly postage: {
    readonly domestic: Postage
    readonly international: Postage
    /** Foreign countries with specific postage. */
    readonly countries: Readonly<Partial<Record<ServedCountry, Postage>>>
  }
  /** On which days parcels ship. Does not change the promised day of a paid order. */
  readonly opening: OpeningDays
  readonly customs: CustomsTerms
}

/** As in contract.md 2.3 and 9.2. */
export const contractTerms: Terms = {
  version: 0,
  materials: {
    pla: { centsPerGram: 12, densityHundredths: 126 },
    petg: { centsPerGram: 12, densityHundredths: 127 },
    abs: { centsPerGram: 12, densityHundredths: 104 },
    asa: { centsPerGram: 14, densityHundredths: 107 },
    tpu: { centsPerGram: 13, densityHundredths: 121 },
  },
  customColorCentsPerGram: 20,
  minimumCentsPerPart: 100,
  discounts: [
    { fromQuantity: 5, percent: 5 },
    { fromQuantity: 10, percent: 10 },
  ],
  postage: {
    domestic: { flatCents: 700, freeFromCents: 5_000 },
    international: { flatCents: 3_000, freeFromCents: 50_000 },
    countries: {},
  },
  opening: usualOpeningDays,
  customs: usualCustomsTerms,
}

/** Source of the terms in force. A program with other terms replaces `read` once, at startup. */
export const termsSource: { read: () => Terms } = { read: () => contractTerms }

/** Returns the terms for the current work, as of the start of its request. */
export const terms = (): Terms => termsSource.read()

/** Caches a value per version of the terms and of the branding, for texts and documents that state prices and names. */
export function perTerms<T>(make: () => T): () => T {
  let known: { readonly of: Terms; readonly by: Branding; readonly value: T } | null = null
  return () => {
    const [now, shown] = [terms(), branding()]
    if (known?.of !== now || known.by !== shown) known = { of: now, by: shown, value: make() }
    return known.value
  }
}
