// The countries that the farm ships to, and the postage rules (contract.md 9.2).

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

const served: ReadonlySet<string> = new Set(servedCountries)
export const isServedCountry = (country: string): boolean => served.has(country)

export const domesticPostage = { flatCents: 700, freeFromCents: 5_000 } as const
export const internationalPostage = { flatCents: 3_000, freeFromCents: 50_000 } as const
