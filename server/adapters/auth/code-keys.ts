// The keys under which the sign-in library stores mailed codes.

const codePurposes = ['email-verification', 'forget-password'] as const
export type CodePurpose = (typeof codePurposes)[number]

/** Returns the key of one code. `email` must be in lower case. */
export const codeKey = (purpose: CodePurpose, email: string): string => `${purpose}-otp-${email}`

/** Returns the keys of all codes of an address. `email` must be in lower case. */
export const codeKeys = (email: string): readonly string[] =>
  codePurposes.map((purpose) => codeKey(purpose, email))
