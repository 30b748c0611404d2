// Numbers of the sign-in that the auth library's settings, the documents and the pages share.

/** A session ends this many days after its sign-in. */
export const sessionDays = 30

/** A code of an authenticator app. */
export const appCode = { digits: 6, text: 'six digits', form: /^\d{6}$/ } as const

/** Wrong codes of a second factor in a row, after which the account is locked, and for how long. */
export const secondFactorLock = { tries: 10, minutes: 60 } as const
