// Valid mail addresses. Checked when an order is submitted, and again for every recipient before a mail is sent.
import { maxMailAddressCharacters } from './text-lengths.ts'

const addressForm = /^[^\s\p{C}@,;:<>()[\]"\\]+@[^\s\p{C}@,;:<>()[\]"\\]+$/u

/** True for one plain address: no display name, no list, no invisible characters. */
export const isMailAddress = (text: string): boolean =>
  text.length <= maxMailAddressCharacters && addressForm.test(text)

/** A mail address whose domain has a dot and a top level of letters, as sign-up takes it. A private network may use others. */
export const isPublicMailAddress = (text: string): boolean =>
  isMailAddress(text) && /\.(?:[^.\d-]{2,}|xn--[a-z0-9-]+)$/iu.test(text)
