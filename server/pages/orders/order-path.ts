/** The page of an order, whose code may be anything that was typed. */
export const orderPagePath = (code: string): string => `/orders/${encodeURIComponent(code)}`
