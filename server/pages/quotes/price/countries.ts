// Country names in English.
const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** 'US' -> "United States". */
export const countryName = (country: string): string => names.of(country) ?? country
