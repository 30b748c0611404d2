// Open paths of the auth library.
import type { AuthCall } from './auth-slots.ts'

/** All other paths of the library are closed. The value is the limit kind of the call. */
export const postPaths = {
  '/sign-up/email': 'sign_up',
  '/email-otp/send-verification-otp': 'code',
  '/email-otp/request-password-reset': 'code',
  '/sign-in/email': 'sign_in',
  // `codeTries` and the limit `code-send` bound guesses of a code.
  '/email-otp/verify-email': 'code_try',
  '/email-otp/reset-password': 'code_try',
  '/two-factor/verify-totp': 'second_factor',
  '/two-factor/verify-backup-code': 'second_factor',
  '/sign-out': 'nothing',
} as const satisfies Record<string, AuthCall>

/** Paths that only the service's forms call. The forms check the session first and show one-time secrets. */
export const formPaths = {
  '/two-factor/enable': 'password',
  '/two-factor/disable': 'password',
  '/two-factor/generate-backup-codes': 'password',
} as const satisfies Record<string, AuthCall>

export type PostPath = keyof typeof postPaths
export type FormPath = keyof typeof formPaths
export type AnyPath = PostPath | FormPath
