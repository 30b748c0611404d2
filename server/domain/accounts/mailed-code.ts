// The code that is mailed to confirm an address or to reset a password.
export const codeMinutes = 10
export const codeDigits = 8
export const codeForm = new RegExp(`^\\d{${codeDigits}}$`)
/** Wrong tries of one code, after which it is void. */
export const codeTries = 5

export const codePurposes = ['email-verification', 'forget-password'] as const
export type CodePurpose = (typeof codePurposes)[number]

/** The key under which the sign-in library stores a code. `email`: in lower case. */
export const codeIdentifier = (purpose: CodePurpose, email: string): string =>
  `${purpose}-otp-${email}`
