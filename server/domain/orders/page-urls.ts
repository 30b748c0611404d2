// The public pages of an order.

/** Path of the status page: no sign-in, and no address on it. `code` may be anything that was typed. */
export const orderPagePath = (code: string): string => `/orders/${encodeURIComponent(code)}`

export const orderPageUrl = (code: string, baseUrl: string): string =>
  `${baseUrl}${orderPagePath(code)}`

export const payPageUrl = (code: string, baseUrl: string): string =>
  `${orderPageUrl(code, baseUrl)}/pay`

export const basketPath = '/basket'
export const contactPath = '/contact'

/** Where a customer writes to the farm about an order. */
export const contactUrl = (code: string, baseUrl: string): string =>
  `${baseUrl}${contactPath}?order=${encodeURIComponent(code)}`
