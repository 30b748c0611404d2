// The checks of the account page's forms before anything is counted or sent on: all wrong fields at once, with their errors.
import { passwordProblem } from '../../../domain/accounts/password-rules.ts'
import type { FieldErrors } from '../../../html/form-fields.tsx'
import { authSentence, passwordRefusal } from '../../auth/auth-sentences.ts'
import type { HttpDeps } from '../../middleware/deps.ts'

type Checks = {
  /** Each is absent where the form has no such field. */
  readonly email?: string
  readonly code?: string
  readonly password?: string
  /** The password is a new one, so the rules for new passwords apply. */
  readonly choosing?: boolean
}

/** The error of each wrong field, in the order of the fields; empty when the form can be sent on. */
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

/** Refuses only what cannot be an address; the library decides. */
function emailProblem(email: string): string | null {
  if (email === '') return 'Enter your email address.'
  return /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email) ? null : authSentence('INVALID_EMAIL', '')
}
