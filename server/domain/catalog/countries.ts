// The countries that the farm ships to, and the postage rules (contract.md 9.2).

import { fail, ok, type Result } from '../base/result.ts'
import { cutText, isInvisible, maxQuotedCharacters, singleLine } from '../base/text/text.ts'
import { type Postage, type Terms, terms } from './terms.ts'

/** The default country of an order, and the only one with domestic postage. */
export const domesticCountry = 'US'

export const internationalCountries = [
  'CA',
  'GB',
  'AU',
  'DE',
  'FR',
  'IN',
  'NL',
  'IE',
  'NZ',
  'SE',
  'IT',
  'ES',
  'MX',
] as const

export const servedCountries = [domesticCountry, ...internationalCountries] as const
export type ServedCountry = (typeof servedCountries)[number]

/** Whether addresses in the country include a state, a province or a territory. */
const withStates: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'IN', 'MX'])
export const hasStates = (country: string): boolean => withStates.has(country)

const served: ReadonlySet<string> = new Set(servedCountries)
export const isServedCountry = (country: string): country is ServedCountry => served.has(country)

/** The country as sent, in uppercase. */
export type CountryFailure = { readonly kind: 'country_not_served'; readonly country: string }

/** Reads a two-letter code in any case. An absent or blank text means the domestic country. */
export function readCountry(text: string | undefined): Result<ServedCountry, CountryFailure> {
  const line = singleLine(text ?? '')
  const country = isInvisible(line) ? domesticCountry : line.toUpperCase()
  return isServedCountry(country)
    ? ok(country)
    : fail({ kind: 'country_not_served', country: cutText(country, maxQuotedCharacters) })
}

/**
 * Reads the country for pages that show a price before it is known. Returns the domestic country for any text that
 * names no served country.
 */
export function readCountryOrDomestic(text: string | undefined): ServedCountry {
  const country = readCountry(text)
  return country.ok ? country.value : domesticCountry
}

export const domesticPostage = (): Postage => terms().postage.domestic
/** Returns the postage for foreign countries without a specific entry. */
export const internationalPostage = (): Postage => terms().postage.international

/** Returns foreign countries with specific postage, in the order of served countries. The contract defines none. */
export function ownPostages(): readonly (readonly [ServedCountry, Postage])[] {
  const { countries } = terms().postage
  return internationalCountries.flatMap((country) => {
    const own = countries[country]
    return own === undefined ? [] : [[country, own] as const]
  })
}

/** Returns the foreign countries that international postage applies to. */
export function flatCountries(): readonly ServedCountry[] {
  const { countries } = terms().postage
  return internationalCountries.filter((country) => countries[country] === undefined)
}

export function postageOf(country: string, by: Terms = terms()): Postage {
  const { domestic, international, countries } = by.postage
  if (country === domesticCountry) return domestic
  return (isServedCountry(country) ? countries[country] : undefined) ?? international
}

/**
 * Minimum and maximum days from pickup to delivery, as carriers state them for small parcels. Neither measured nor
 * promised.
 */
export const transitDays: Readonly<Record<ServedCountry, readonly [min: number, max: number]>> = {
  US: [2, 5],
  CA: [6, 10],
  MX: [7, 15],
  GB: [6, 12],
  IE: [7, 14],
  DE: [7, 14],
  FR: [7, 14],
  NL: [7, 14],
  SE: [7, 14],
  IT: [8, 18],
  ES: [8, 18],
  AU: [8, 16],
  NZ: [8, 16],
  IN: [10, 21],
}

/** Formats transit days for messages: `2 to 5 days`. */
export const transitText = (country: ServedCountry): string =>
  `${transitDays[country].join(' to ')} days`

/** Days for which a browser keeps the country chosen for postage. */
export const countryDays = 365
