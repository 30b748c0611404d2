// The longest texts that operators enter, in characters.

/** A reason or a note on one line, of a hold, a refund, a reprint, a warning or a debt. */
export const maxReasonCharacters = 200
/** An internal note about an order. */
export const maxOrderNoteCharacters = 2000
/** What is told a bank about a disputed payment. */
export const maxEvidenceText = 20_000
/** A search among purchases. */
export const maxPurchaseSearch = 200
/** An address of a mailbox (RFC 5321: 64 of its name, @, 255 of its domain). */
export const maxMailAddressCharacters = 320

/** For refusals and documents: "1 to 200 characters". */
export const lengthText = (max: number): string => `1 to ${max} characters`
