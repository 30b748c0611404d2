// The code that is mailed to confirm an address or to reset a password.
export const codeMinutes = 10
export const codeDigits = 8
export const codeForm = /^\d{8}$/
