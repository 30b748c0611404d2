// The selected country, passed from the quote page through the basket and the sign-in to the checkout.
import { domesticCountry } from '../../domain/catalog/countries.ts'

/** Returns the path with the country in its query, or without it for '' and the default country. */
export function withCountry(path: string, country: string): string {
  const isDefault = country === '' || country === domesticCountry
  return isDefault ? path : `${path}?country=${encodeURIComponent(country)}`
}

/** Always includes the country. Otherwise, the checkout would use the country of the account's last order. */
export const checkoutPath = (country: string): string =>
  `/checkout?country=${encodeURIComponent(country)}`
