// The countries that the farm ships to, and the postage rules (contract.md 9.2).

import { fail, ok, type Result } from '../base/result.ts'
import { cutText, isInvisible, maxQuotedCharacters, singleLine } from '../base/text.ts'

/** The country of an order that names none; the only one with domestic postage. */
export const domesticCountry = 'US'

/** Postage is the same to all of them. */
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

/** Whether addresses of the country name a state, a province or a territory. */
const withStates: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'IN', 'MX'])
export const hasStates = (country: string): boolean => withStates.has(country)

const served: ReadonlySet<string> = new Set(servedCountries)
export const isServedCountry = (country: string): country is ServedCountry => served.has(country)

/** The country as it was sent, in capitals. */
export type CountryFailure = { readonly kind: 'country_not_served'; readonly country: string }

/** Two letters in either case; the domestic country for an absent or a blank text. */
export function readCountry(text: string | undefined): Result<ServedCountry, CountryFailure> {
  const line = singleLine(text ?? '')
  const country = isInvisible(line) ? domesticCountry : line.toUpperCase()
  return isServedCountry(country)
    ? ok(country)
    : fail({ kind: 'country_not_served', country: cutText(country, maxQuotedCharacters) })
}

/** For pages that show a price before the country is known: the domestic one for any text that names no served country. */
export function readCountryOrDomestic(text: string | undefined): ServedCountry {
  const country = readCountry(text)
  return country.ok ? country.value : domesticCountry
}

export const domesticPostage = { flatCents: 700, freeFromCents: 5_000 } as const
export const internationalPostage = { flatCents: 3_000, freeFromCents: 50_000 } as const

/**
 * Days from the carrier's collection to the door, least and most, as carriers state them for small parcels. They are not
 * measured and not promised.
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

/** For sentences: `2 to 5 days`. */
export const transitText = (country: ServedCountry): string =>
  `${transitDays[country].join(' to ')} days`

/** How long a browser keeps the country that was chosen for the postage. */
export const countryDays = 365
