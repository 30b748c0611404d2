// The public pages of an order.

/** Returns the path of the status page, which needs no sign-in and shows no address. `code` can be any typed text. */
export const orderPagePath = (code: string): string => `/orders/${encodeURIComponent(code)}`

export const orderPageUrl = (code: string, baseUrl: string): string =>
  `${baseUrl}${orderPagePath(code)}`

export const payPageUrl = (code: string, baseUrl: string): string =>
  `${orderPageUrl(code, baseUrl)}/pay`

export const basketPath = '/basket'
export const contactPath = '/contact'

/** Returns the URL of the contact form for an order. */
export const contactUrl = (code: string, baseUrl: string): string =>
  `${baseUrl}${contactPath}?order=${encodeURIComponent(code)}`
