// The rules for passwords. They apply when a password is set, at sign-up and at a reset, but not at sign-in.
import type { AccountDeps } from './ports.ts'

/** In UTF-16 code units, the unit of the sign-in library. */
export const passwordLength = { min: 8, max: 128 } as const

export type PasswordProblem = 'too_short' | 'too_long' | 'common' | 'own_address'

/**
 * Returns the problem with a new password, or null. `email` is the account's address in any letter case. The part
 * before the @ is refused as well, because it is an obvious first guess.
 */
export function passwordProblem(
  deps: Pick<AccountDeps, 'isCommonPassword'>,
  { password, email }: { readonly password: string; readonly email: string },
): PasswordProblem | null {
  if (password.length < passwordLength.min) return 'too_short'
  if (password.length > passwordLength.max) return 'too_long'
  const plain = password.trim().toLowerCase()
  const address = email.trim().toLowerCase()
  if (plain === address || plain === address.split('@', 1)[0]) return 'own_address'
  return deps.isCommonPassword(plain) ? 'common' : null
}
