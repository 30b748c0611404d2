// The code that is emailed to confirm an address or to reset a password.
export const codeMinutes = 10
export const codeDigits = 8
export const codeForm = new RegExp(`^\\d{${codeDigits}}$`)
/** Number of wrong attempts after which a code is void. */
export const codeTries = 5
