// Checks the account page's forms before anything is counted or forwarded. Reports all invalid fields together.
import { passwordProblem } from '../../../domain/accounts/password-rules.ts'
import type { FieldErrors } from '../../../html/form-fields.tsx'
import { authSentence, passwordRefusal } from '../../auth/auth-sentences.ts'
import type { HttpDeps } from '../../middleware/deps.ts'

type Checks = {
  /** Each field is absent if the form lacks it. */
  readonly email?: string
  readonly code?: string
  readonly password?: string
  /** Whether the password is new, so that the rules for new passwords apply. */
  readonly choosing?: boolean
}

/** Returns the error of each invalid field, in field order. Empty if the form may be forwarded. */
export function checkFields(deps: Pick<HttpDeps, 'isCommonPassword'>, fields: Checks): FieldErrors {
  const errors: { email?: string; code?: string; password?: string } = {}
  const { email } = fields
  const wrongEmail = email === undefined ? null : emailProblem(email)
  if (wrongEmail !== null) errors.email = wrongEmail
  if (fields.code === '') errors.code = 'Enter the code from the email.'
  const { password, choosing = false } = fields
  if (password === '') {
    errors.password = choosing ? 'Choose a password.' : 'Enter your password.'
  } else if (password !== undefined && choosing) {
    const problem = passwordProblem(deps, { password, email: email ?? '' })
    if (problem !== null) errors.password = passwordRefusal(problem).message
  }
  return errors
}

/** Refuses only text that cannot be an address. The library makes the final decision. */
function emailProblem(email: string): string | null {
  if (email === '') return 'Enter your email address.'
  return /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email) ? null : authSentence('INVALID_EMAIL', '')
}
