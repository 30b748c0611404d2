// Paths of money pages that other desk pages link to.
export const invoicesPath = '/operator/invoices'
export const unmatchedPath = '/operator/money/unmatched'
export const deskTermsPath = '/operator/terms'
