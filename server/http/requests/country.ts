// Destination country of a visitor before an address states it: the country in the link, the last chosen one, or that
// of the browser's language. No service is asked about the client's address.

import {
  countryDays,
  domesticCountry,
  isServedCountry,
  readCountry,
  type ServedCountry,
} from '../../domain/catalog/countries.ts'
import { readCookie, setCookie } from './cookies.ts'

type Origin = { readonly baseUrl: string }

/** Languages without a region that imply a single country the service ships to. */
const countryOfLanguage: Readonly<Record<string, ServedCountry>> = {
  de: 'DE',
  es: 'ES',
  fr: 'FR',
  ga: 'IE',
  hi: 'IN',
  it: 'IT',
  mi: 'NZ',
  nl: 'NL',
  sv: 'SE',
}

/** Limit on parsed languages, above what users configure. */
const maxLanguages = 10

/** Returns the country. `chosen` is the country in the page's address, if present. */
export function countryFor(
  request: Request,
  { chosen, origin }: { readonly chosen: string | undefined; readonly origin: Origin },
): ServedCountry {
  if (chosen !== undefined && chosen.trim() !== '') {
    const country = readCountry(chosen)
    if (country.ok) return country.value
  }
  const kept = readCookie(request, 'country', origin)
  if (isServedCountry(kept)) return kept
  return countryOfLanguages(request.headers.get('accept-language') ?? '')
}

/**
 * Returns the country of the first usable language in `Accept-Language`, or the domestic country if no language names a
 * served country.
 */
export function countryOfLanguages(header: string): ServedCountry {
  for (const entry of header.split(',').slice(0, maxLanguages)) {
    const [tag = ''] = entry.trim().split(';')
    const [language = '', ...subtags] = tag.split('-')
    const region = subtags.find((subtag) => /^[a-z]{2}$/i.test(subtag))?.toUpperCase()
    if (region !== undefined) return isServedCountry(region) ? region : domesticCountry
    const country = countryOfLanguage[language.toLowerCase()]
    if (country !== undefined) return country
    // English does not imply a country, so a later language is more specific.
  }
  return domesticCountry
}

/** Returns the `Set-Cookie` header that stores the visitor's choice. Empty if the text is not a served country. */
export function countryCookies(chosen: string, origin: Origin): readonly string[] {
  const country = chosen.toUpperCase()
  return isServedCountry(country)
    ? [setCookie('country', { value: country, days: countryDays }, origin)]
    : []
}
