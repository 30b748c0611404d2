// Detects typing errors in a manually entered address. API orders are not checked: the contract accepts any email
// address and any postal code.

import { isPublicEmailAddress } from '../../base/text/email-address.ts'
import { domesticCountry } from '../../catalog/countries.ts'

type EnteredOrder = { readonly email: string; readonly zip: string; readonly country: string }

/** Five digits, or nine with a hyphen (US Postal Service, Publication 28, section 22). */
const usZip = /^\d{5}(-\d{4})?$/

/** Returns the names of the fields that are probably mistyped. Blank ones are not. */
export function findTypos({
  email,
  zip,
  country,
}: EnteredOrder): readonly Exclude<keyof EnteredOrder, 'country'>[] {
  const isDomestic = (country.trim().toUpperCase() || domesticCountry) === domesticCountry
  const isEmailWrong = email.trim() !== '' && !isPublicEmailAddress(email.trim())
  const isZipWrong = isDomestic && zip.trim() !== '' && !usZip.test(zip.trim())
  return [...(isEmailWrong ? ['email' as const] : []), ...(isZipWrong ? ['zip' as const] : [])]
}
