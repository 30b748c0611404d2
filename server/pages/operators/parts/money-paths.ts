// Addresses of pages about money that other pages of the desk link to.
export const invoicesPath = '/operator/invoices'
export const unmatchedPath = '/operator/money/unmatched'
