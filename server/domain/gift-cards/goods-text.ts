/** The credits of a purchase, on the processor's page and on documents. */
export const purchasedCredits = (credits: number): string =>
  `${credits} credits for generating models`
