/**
 * Returns a submit's Idempotency-Key as stored with the order. Web orders have keys with the prefix `web:`
 * (cart/cart-order-request.ts), and both share one index.
 */
export const keyOfOrder = (key: string): string =>
  /^(?:web|rest):/.test(key) ? `rest:${key}` : key
