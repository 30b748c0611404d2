// Typing errors in an address that a person enters. Orders over the API are not checked for them: the contract takes any mail address
// and any postal code there.

import { isPublicMailAddress } from '../../base/mail-address.ts'
import { domesticCountry } from '../../catalog/countries.ts'

type EnteredOrder = { readonly email: string; readonly zip: string; readonly country: string }

/** Five digits, or nine with a hyphen (US Postal Service, Publication 28, section 22). */
const usZip = /^\d{5}(-\d{4})?$/

/** How to correct each field; null where it is correct or blank. */
export function typingErrors({ email, zip, country }: EnteredOrder): {
  readonly email: string | null
  readonly zip: string | null
} {
  const isDomestic = (country.trim().toUpperCase() || domesticCountry) === domesticCountry
  const isEmailWrong = email.trim() !== '' && !isPublicMailAddress(email.trim())
  const isZipWrong = isDomestic && zip.trim() !== '' && !usZip.test(zip.trim())
  return {
    email: isEmailWrong ? 'Enter one plain email address, such as name@example.com.' : null,
    zip: isZipWrong ? 'Enter a US ZIP code: 5 digits, or 5 and 4 with a hyphen.' : null,
  }
}
