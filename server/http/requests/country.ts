// Where a visitor's parcel goes, before an address says so: the country of the link, the one that was chosen last, or that of the
// browser's language. No service is asked about the address of the client.

import {
  countryDays,
  domesticCountry,
  isServedCountry,
  readCountry,
  type ServedCountry,
} from '../../domain/catalog/countries.ts'
import { readCookie, setCookie } from './cookies.ts'

type Origin = { readonly baseUrl: string }

/** Languages without a region that point at one country that we ship to. */
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

/** More languages than a person reads. */
const maxLanguages = 10

/** `chosen`: the country of the address bar, if it has one. */
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

/** The first language of `Accept-Language` decides; the domestic country where it names none that we ship to. */
export function countryOfLanguages(header: string): ServedCountry {
  for (const entry of header.split(',').slice(0, maxLanguages)) {
    const [tag = ''] = entry.trim().split(';')
    const [language = '', ...subtags] = tag.split('-')
    const region = subtags.find((subtag) => /^[a-z]{2}$/i.test(subtag))?.toUpperCase()
    if (region !== undefined) return isServedCountry(region) ? region : domesticCountry
    const country = countryOfLanguage[language.toLowerCase()]
    if (country !== undefined) return country
    // English is read everywhere: a later language says more.
  }
  return domesticCountry
}

/** `Set-Cookie` that keeps the visitor's choice; none for a text that names no country that we ship to. */
export function countryCookies(chosen: string, origin: Origin): readonly string[] {
  const country = chosen.toUpperCase()
  return isServedCountry(country)
    ? [setCookie('country', { value: country, days: countryDays }, origin)]
    : []
}
