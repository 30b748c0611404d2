// Subjects that the ledger check compares.

/**
 * A balance that is stored in two tables, or in a table and the ledger: the amount that an order kept, the rest of a
 * gift card (both in cents), an account's credits, and the amount paid for them (in cents).
 */
export const differenceSubjects = ['order', 'gift_card', 'credits', 'credit_value'] as const

export type DifferenceSubject = (typeof differenceSubjects)[number]
