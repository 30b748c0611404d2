// Which passwords an account may have. Checked where a password is set: at sign-up and at a reset, never at sign-in.
import type { AccountDeps } from './ports.ts'

/** In UTF-16 units, as the sign-in library counts. */
export const passwordLength = { min: 8, max: 128 } as const

export type PasswordProblem = 'too_short' | 'too_long' | 'common' | 'own_address'

/**
 * What is wrong with a new password, or null. `email` is the account's address in any case of letters; its part before
 * the @ is refused as well, because it is the first thing that a guesser tries.
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
