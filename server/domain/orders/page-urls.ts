// The public pages of an order. A code needs no escaping in a URL.

/** The status page: no sign-in, and no address on it. */
export const orderPageUrl = (code: string, baseUrl: string): string => `${baseUrl}/orders/${code}`

export const payPageUrl = (code: string, baseUrl: string): string =>
  `${orderPageUrl(code, baseUrl)}/pay`
