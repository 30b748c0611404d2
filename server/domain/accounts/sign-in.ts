// Sign-in constants that the auth library's settings, the documents and the pages share.

/** Lifetime of a session in days, from its sign-in. */
export const sessionDays = 30

/** A code of an authenticator app. */
export const appCode = { digits: 6, text: 'six digits', form: /^\d{6}$/ } as const

/** Number of consecutive wrong second-factor codes that locks the account, and the duration of the lock. */
export const secondFactorLock = { tries: 10, minutes: 60 } as const
