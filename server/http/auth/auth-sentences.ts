// Refusals of the sign-in endpoints: sentences that state what to do, and the field that each one concerns.

import { codeMinutes } from '../../domain/accounts/mailed-code.ts'
import { type PasswordProblem, passwordLength } from '../../domain/accounts/password-rules.ts'
import { appCode } from '../../domain/accounts/sign-in.ts'
import { keysOf } from '../../domain/base/keys-of.ts'
import type { ErrorCode } from '../../domain/errors/catalog.ts'
import { otherPasswordAdvice } from '../../domain/errors/sentences.ts'

/** Keys are error codes of the auth library, plus the service's codes for passwords. */
const known = {
  INVALID_EMAIL_OR_PASSWORD: 'The email address or the password is not right.',
  EMAIL_NOT_VERIFIED: 'Confirm your email address first, with the code that was mailed to you.',
  INVALID_OTP: `That code is not right. Use the newest email; a code works once, for ${codeMinutes} minutes.`,
  OTP_EXPIRED: 'That code has expired. Ask for another one.',
  TOO_MANY_ATTEMPTS: 'Too many wrong attempts: this code is no longer valid. Ask for another one.',
  INVALID_CODE: `That code is not right. Enter the ${appCode.text} that your authenticator app shows now.`,
  CODE_ALREADY_USED: 'That code was used already. Wait for the next one in your authenticator app.',
  INVALID_BACKUP_CODE: 'That backup code is not right, or it was used already.',
  ACCOUNT_TEMPORARILY_LOCKED:
    'Too many wrong codes. Try again in an hour, or ask an operator to reset your second factor.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Sign in again with your password.',
  INVALID_TWO_FACTOR_COOKIE: 'This sign-in has expired. Sign in again with your password.',
  TOTP_ALREADY_ENABLED: 'Your second factor is set up already.',
  TOTP_NOT_ENABLED: 'No second factor is set up. Sign in again with your password.',
  BACKUP_CODES_NOT_ENABLED: 'No second factor is set up. Sign in again with your password.',
  TWO_FACTOR_NOT_ENABLED: 'No second factor is set up.',
  INVALID_PASSWORD: 'The password is not right.',
  PASSWORD_TOO_SHORT: `The password needs at least ${passwordLength.min} characters.`,
  PASSWORD_TOO_LONG: `The password can have at most ${passwordLength.max} characters.`,
  PASSWORD_TOO_COMMON: `This password is common, so attackers try it first. ${otherPasswordAdvice}`,
  PASSWORD_IS_ADDRESS: 'The password must not be your email address. Choose another one.',
  INVALID_EMAIL: 'That is not an email address.',
  INVALID_ORIGIN: 'This request came from another site.',
  MISSING_OR_NULL_ORIGIN: 'This request came from another site.',
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 'This request came from another site.',
} as const
const sentences: Readonly<Record<string, string>> = known

/** The same codes in lowercase. Does not compile while one of them lacks advice. */
const codes: Readonly<Record<string, ErrorCode>> = Object.fromEntries(
  keysOf(known).map((code) => [code, code.toLowerCase() as Lowercase<typeof code>]),
)

/** Returns the service's error code for a code of the auth library or of this service. */
export const signInCode = (code: string): ErrorCode =>
  codes[code] ?? (code === 'VALIDATION_ERROR' ? 'field_invalid' : 'sign_in_refused')

/** 401 for wrong secrets, 403 for origins and invalidated codes, 429 for a locked account. */
const statuses: Readonly<Partial<Record<string, number>>> = {
  INVALID_EMAIL_OR_PASSWORD: 401,
  EMAIL_NOT_VERIFIED: 403,
  TOO_MANY_ATTEMPTS: 403,
  INVALID_CODE: 401,
  CODE_ALREADY_USED: 401,
  INVALID_BACKUP_CODE: 401,
  ACCOUNT_TEMPORARILY_LOCKED: 429,
  INVALID_TWO_FACTOR_COOKIE: 401,
  INVALID_ORIGIN: 403,
  MISSING_OR_NULL_ORIGIN: 403,
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 403,
}

/** Sentences for the catalog of error codes. */
export const signInSentences: readonly {
  readonly code: ErrorCode
  readonly status: number
  readonly sentence: string
}[] = Object.entries(known).map(([code, sentence]) => ({
  code: signInCode(code),
  status: statuses[code] ?? 400,
  sentence,
}))

const passwordCodes: Readonly<Record<PasswordProblem, string>> = {
  too_short: 'PASSWORD_TOO_SHORT',
  too_long: 'PASSWORD_TOO_LONG',
  common: 'PASSWORD_TOO_COMMON',
  own_address: 'PASSWORD_IS_ADDRESS',
}

/** Fields that a form of the account page can mark. */
export type AuthField = 'email' | 'password' | 'code'

const fieldOfCode: Readonly<Record<string, AuthField>> = {
  // Either value may be wrong, and the password has to be retyped anyway.
  INVALID_EMAIL_OR_PASSWORD: 'password',
  INVALID_OTP: 'code',
  OTP_EXPIRED: 'code',
  INVALID_CODE: 'code',
  CODE_ALREADY_USED: 'code',
  INVALID_BACKUP_CODE: 'code',
  INVALID_PASSWORD: 'password',
  TOO_MANY_ATTEMPTS: 'code',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_TOO_COMMON: 'password',
  PASSWORD_IS_ADDRESS: 'password',
  INVALID_EMAIL: 'email',
}
const formNames: Readonly<Record<string, AuthField>> = {
  email: 'email',
  password: 'password',
  otp: 'code',
}

/** The library names a field by its path in the body: `[body.email] Invalid input`. */
const invalidField = /\[body\.(\w+)\]/

/** Returns the sentence for a refusal. `message` is the library's message, of which only the path is used. */
export function authSentence(code: string, message: string): string {
  const sentence = sentences[code]
  if (sentence !== undefined) return sentence
  const name = invalidField.exec(message)?.[1]
  if (name === 'email') return 'That is not an email address.'
  if (name !== undefined) return `${name} is missing or not valid.`
  return 'That did not work. Check what you sent and try again.'
}

/** Returns the form field that a refusal concerns, or null for none. */
export function authField(code: string, message: string): AuthField | null {
  return fieldOfCode[code] ?? formNames[invalidField.exec(message)?.[1] ?? ''] ?? null
}

/** Returns a password refusal in the library's format. */
export function passwordRefusal(problem: PasswordProblem): { code: string; message: string } {
  const code = passwordCodes[problem]
  return { code, message: authSentence(code, '') }
}
