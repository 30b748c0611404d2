// The tax included in prices (decisions.md 58). Nothing is added to a price.
import { isServedCountry } from '../catalog/countries.ts'

/** Rates by country, in hundredths of a percent: 19% is 1900. For a country without an entry, no tax is shown. */
export type TaxRates = ReadonlyMap<string, number>

/** The tax included in an amount. */
export type ContainedTax = {
  /** In hundredths of a percent. */
  readonly rate: number
  readonly taxCents: number
}

const wholeRate = 10_000

/**
 * Returns total - round(total / (1 + rate)) in integers; half a cent is rounded up. Applied once per document, postage
 * included.
 */
export function containedTaxCents(totalCents: number, rate: number): number {
  const divisor = wholeRate + rate
  const netCents = Math.floor((2 * totalCents * wholeRate + divisor) / (2 * divisor))
  return totalCents - netCents
}

export function taxIn(totalCents: number, rate: number | null): ContainedTax | null {
  return rate === null ? null : { rate, taxCents: containedTaxCents(totalCents, rate) }
}

/** Parses "DE:19" or "CH:8.1" into country and rate; null for anything else, including countries that are not served. */
export function parseTaxRate(entry: string): readonly [country: string, rate: number] | null {
  const match = /^([A-Z]{2}):(\d{1,3})(?:\.(\d{1,2}))?$/.exec(entry)
  if (match === null) return null
  const [, country = '', percent = '', decimals = ''] = match
  const rate = Number(percent) * 100 + Number(decimals.padEnd(2, '0'))
  return isServedCountry(country) && rate <= wholeRate ? [country, rate] : null
}

/** Formats a rate: 1900 -> "19%", 550 -> "5.5%". */
export const rateText = (rate: number): string => `${rate / 100}%`
