/** Where the desk shows an order; its forms are below this path. */
export const orderPath = (code: string): string => `/operator/orders/${encodeURIComponent(code)}`
