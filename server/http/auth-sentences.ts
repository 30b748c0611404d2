// The auth library's refusals in sentences that say what to do. Keys are its error codes.
const sentences: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'The email address or the password is not right.',
  EMAIL_NOT_VERIFIED: 'Confirm your email address first, with the code that was mailed to you.',
  INVALID_OTP: 'That code is not right. Use the newest mail; a code works once, for 10 minutes.',
  OTP_EXPIRED: 'That code has expired. Ask for another one.',
  TOO_MANY_ATTEMPTS: 'That was wrong too often, so the code is void. Ask for another one.',
  PASSWORD_TOO_SHORT: 'The password needs at least 8 characters.',
  PASSWORD_TOO_LONG: 'The password can have at most 128 characters.',
  INVALID_EMAIL: 'That is not an email address.',
  INVALID_ORIGIN: 'This request came from another site.',
  MISSING_OR_NULL_ORIGIN: 'This request came from another site.',
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 'This request came from another site.',
}

const invalidField = /\[body\.(\w+)\]/

/** `message` is the library's own, for what has no sentence here. */
export function authSentence(code: string, message: string): string {
  const known = sentences[code]
  if (known !== undefined) return known
  const field = invalidField.exec(message)?.[1]
  if (field === 'email') return 'That is not an email address.'
  if (field !== undefined) return `${field} is missing or not valid.`
  return message === '' ? 'That did not work. Try again.' : message
}
