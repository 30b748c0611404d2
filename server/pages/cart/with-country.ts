// The country that a visitor chose, on the way from the quote page through the basket and the sign-in to the checkout.
import { domesticCountry } from '../../domain/catalog/countries.ts'

/** The path with the country as its query; without one for '' and the default. */
export function withCountry(path: string, country: string): string {
  const isDefault = country === '' || country === domesticCountry
  return isDefault ? path : `${path}?country=${encodeURIComponent(country)}`
}

/** Always with the country: without one, the checkout takes that of the address which the account ordered to last. */
export const checkoutPath = (country: string): string =>
  `/checkout?country=${encodeURIComponent(country)}`
