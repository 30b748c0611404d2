/** Where the desk shows an order; its forms are below this path. */
export const orderPath = (code: string): string => `/operator/orders/${encodeURIComponent(code)}`

/** The picture of a part. `place`: its line. */
export const deskPicturePath = (code: string, place: number): string =>
  `${orderPath(code)}/pictures/${place}.png`
