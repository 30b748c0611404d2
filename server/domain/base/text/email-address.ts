// Validates email addresses. Runs when an order is submitted, and for every recipient before an email is sent.
import { maxEmailAddressCharacters } from './text-lengths.ts'

const addressForm = /^[^\s\p{C}@,;:<>()[\]"\\]+@[^\s\p{C}@,;:<>()[\]"\\]+$/u

/** How to correct an entered address. */
export const mailAddressHint = 'Enter one plain email address, such as name@example.com.'

/** Accepts one plain address: no display name, no list, no invisible characters. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= maxEmailAddressCharacters && addressForm.test(text)

/**
 * Accepts an email address whose domain has a dot and an alphabetic top-level domain, as sign-up requires. Private
 * networks may use others.
 */
export const isPublicEmailAddress = (text: string): boolean =>
  isEmailAddress(text) && /\.(?:[^.\d-]{2,}|xn--[a-z0-9-]+)$/iu.test(text)
