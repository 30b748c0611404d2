// Amounts that a page of the shop showed and its form sends back.

/** Returns the amount in cents, or null if the field is absent or not a whole number of at most nine digits. */
export const readCents = (text: string): number | null =>
  /^\d{1,9}$/.test(text) ? Number(text) : null
