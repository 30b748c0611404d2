// Path of the page on the shop's branding.
export const shopPath = '/operator/shop'
