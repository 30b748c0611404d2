// The most common passwords: the list of zxcvbn-ts (MIT), 49,233 entries from leaks. 17,950 of them are long enough to pass the length
// rule; only those are kept in memory.
import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordLength } from '../../domain/accounts/password-rules.ts'

const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((entry) => entry.length >= passwordLength.min),
)

/** Whether the password is on the list, ignoring case. */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase())
