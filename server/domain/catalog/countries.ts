// Where the farm ships, and the postage rules of service.md, "Pricing rules" 7.

/** Of an order that names none; the only one with domestic postage. */
export const domesticCountry = 'US'

export const servedCountries = [
  'US',
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

const served: ReadonlySet<string> = new Set(servedCountries)
export const isServedCountry = (country: string): boolean => served.has(country)

/** Those with international postage. */
export const internationalCountries = servedCountries.filter(
  (country) => country !== domesticCountry,
)

export const domesticPostage = { flatCents: 700, freeFromCents: 5_000 } as const
export const internationalPostage = { flatCents: 3_000, freeFromCents: 50_000 } as const
