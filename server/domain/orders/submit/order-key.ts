/**
 * A submit's Idempotency-Key as it is stored with the order. Orders of the website have keys that begin with `web:`
 * (cart/check-out.ts), and one index holds both.
 */
export const keyOfOrder = (key: string): string =>
  /^(?:web|rest):/.test(key) ? `rest:${key}` : key
