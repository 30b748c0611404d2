// The paths of the auth library that are open.
import type { AuthCall } from './auth-slots.ts'

/** All other paths of the library are closed. The value is the kind that a call counts as. */
export const postPaths = {
  '/sign-up/email': 'sign_up',
  '/email-otp/send-verification-otp': 'code',
  '/email-otp/request-password-reset': 'code',
  '/sign-in/email': 'sign_in',
  // Guessing one code is bounded by `codeTries` and by the limit `code-send`.
  '/email-otp/verify-email': 'code_try',
  '/email-otp/reset-password': 'code_try',
  '/two-factor/verify-totp': 'second_factor',
  '/two-factor/verify-backup-code': 'second_factor',
  '/sign-out': 'nothing',
} as const satisfies Record<string, AuthCall>

/** Paths that only our own forms call: they show what may be shown only once, and check the session first. */
export const formPaths = {
  '/two-factor/enable': 'password',
  '/two-factor/disable': 'password',
  '/two-factor/generate-backup-codes': 'password',
} as const satisfies Record<string, AuthCall>

export type PostPath = keyof typeof postPaths
export type FormPath = keyof typeof formPaths
export type AnyPath = PostPath | FormPath
