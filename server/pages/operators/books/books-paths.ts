// Paths of the book pages.
export const booksPath = '/operator/books'
export const monthPath = (month: string): string => `${booksPath}?month=${month}`
export const payoutPath = (id: string): string => `${booksPath}/payouts/${encodeURIComponent(id)}`
