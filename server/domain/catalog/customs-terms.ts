// Constant values in every customs declaration. Prices do not depend on them.
import type { Material } from './options.ts'

export type CustomsTerms = {
  /** The country from which parcels are posted, as an uppercase two-letter code. */
  readonly postedFrom: string
  /** The country in which parts are made, as an uppercase two-letter code. */
  readonly originCountry: string
  /** Six to ten digits of the Harmonized System, without dots. */
  readonly hsCodes: Readonly<Record<Material, string>>
  /** Weight of a parcel's box and padding; null = parcels are weighed, and the forms leave the gross weight open. */
  readonly packagingGrams: number | null
  /** Value of one special drawing right in US cents, for the value limit of the CN22. */
  readonly sdrCents: number
}

/**
 * 3926.90 is "other articles of plastics and articles of other materials of headings 39.01 to 39.14" and applies to
 * every material. One SDR was $1.30 to $1.47 in 2022 to 2026; the lowest rate keeps every CN22 below the limit.
 */
export const usualCustomsTerms: CustomsTerms = {
  postedFrom: 'US',
  originCountry: 'US',
  hsCodes: { pla: '392690', petg: '392690', abs: '392690', asa: '392690', tpu: '392690' },
  packagingGrams: null,
  sdrCents: 130,
}
