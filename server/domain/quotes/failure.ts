// How quoting and ordering a quote are refused, beside the failures of the orders themselves. Facts without sentences.

export type QuoteFailure =
  /** Neither https nor a stored model. */
  | { readonly kind: 'quote_url_invalid' }
  | { readonly kind: 'quote_host_not_allowed'; readonly hosts: readonly string[] }
  | { readonly kind: 'quote_file_unsupported'; readonly fileName: string }
  /** In the downloader's words. */
  | { readonly kind: 'quote_download_refused'; readonly message: string }
  /** Unknown, or another account's: the same answer. */
  | { readonly kind: 'quote_not_found' }
  | { readonly kind: 'quote_expired'; readonly expiredAt: Date }
  /** The order is known unless that call is still at work. */
  | { readonly kind: 'quote_spent'; readonly orderCode: string | null }
  | {
      readonly kind: 'quote_country_differs'
      readonly quoted: CountryPrice
      readonly asked: CountryPrice
    }

export type CountryPrice = {
  readonly country: string
  readonly shippingCents: number
  readonly totalCents: number
}
