// Detects typing errors in a manually entered address. API orders are not checked: the contract accepts any email
// address and any postal code.

import { isPublicEmailAddress, mailAddressHint } from '../../base/text/email-address.ts'
import { domesticCountry } from '../../catalog/countries.ts'

type EnteredOrder = { readonly email: string; readonly zip: string; readonly country: string }

/** Five digits, or nine with a hyphen (US Postal Service, Publication 28, section 22). */
const usZip = /^\d{5}(-\d{4})?$/

/** Returns how to correct each field; null if it is correct or blank. */
export function typingErrors({ email, zip, country }: EnteredOrder): {
  readonly email: string | null
  readonly zip: string | null
} {
  const isDomestic = (country.trim().toUpperCase() || domesticCountry) === domesticCountry
  const isEmailWrong = email.trim() !== '' && !isPublicEmailAddress(email.trim())
  const isZipWrong = isDomestic && zip.trim() !== '' && !usZip.test(zip.trim())
  return {
    email: isEmailWrong ? mailAddressHint : null,
    zip: isZipWrong ? 'Enter a US ZIP code: 5 digits, or 5 and 4 with a hyphen.' : null,
  }
}
