// Limits on an account's orders and purchases that wait for payment. Each has a page at the card processor and a row
// that is checked regularly.

/** Unpaid orders of the website. They are cancelled after a day. */
export const maxOpenOrders = 20

/** Purchases of gift cards and credits with an open payment page. A page expires after a day. */
export const maxOpenPurchases = 20

/** The lifetime of a hosted page, and the time after which an unpaid web order is cancelled. */
export const openCheckoutHours = 24
const lifeText = (hours: number): string => (hours === 24 ? 'a day' : `${hours} hours`)
/** For messages: `a day`. */
export const openCheckoutText = lifeText(openCheckoutHours)
export const openCheckoutSeconds = openCheckoutHours * 3_600
/** Payments are checked until shortly after their page expires. */
export const reviewedCheckoutHours = openCheckoutHours + 1
