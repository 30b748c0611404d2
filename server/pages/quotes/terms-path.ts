/** Path from which an open page reads the current terms. */
export const termsPath = '/quote/terms'
