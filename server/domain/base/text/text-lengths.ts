// Maximum lengths of texts that operators enter, in characters.

/** A one-line reason or note for a hold, refund, reprint, warning or debt. */
export const maxReasonCharacters = 200
/** An internal note about an order. */
export const maxOrderNoteCharacters = 2000
/** Text for the bank about a disputed payment. */
export const maxEvidenceCharacters = 20_000
/** A search of purchases. */
export const maxPurchaseSearch = 200
/** An email address (RFC 5321: 64 for the local part, @, 255 for the domain). */
export const maxEmailAddressCharacters = 320

/** Formats a length limit for error messages and documents: "1 to 200 characters". */
export const lengthText = (max: number): string => `1 to ${max} characters`
