// How many orders and purchases of an account may wait for a payment: each is a page at the card processor and a row that is reviewed.

/** Orders of the website that are not paid. They are cancelled after a day. */
export const maxOpenOrders = 20

/** Purchases of gift cards and credits whose payment page is open. Such a page ends after a day. */
export const maxOpenPurchases = 20

/** The life of a hosted page, and the time after which an unpaid order of the website is cancelled. */
export const openCheckoutHours = 24
const lifeText = (hours: number): string => (hours === 24 ? 'a day' : `${hours} hours`)
/** `a day`. */
export const openCheckoutText = lifeText(openCheckoutHours)
export const openCheckoutSeconds = openCheckoutHours * 3_600
/** Payments are reviewed until a little after the end of their page. */
export const reviewedCheckoutHours = openCheckoutHours + 1
