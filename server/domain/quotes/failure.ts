// Refusals of quoting and of ordering a quote, besides those of orders.

import type { DownloadRefusal } from '../models/downloads.ts'

export type QuoteFailure =
  /** Neither an https URL nor a stored model. */
  | { readonly kind: 'quote_url_invalid' }
  /** Nothing was handed in yet at that one-time upload address. */
  | { readonly kind: 'quote_hand_in_empty'; readonly url: string }
  /** The size at the end of the address is no number, or out of range. */
  | { readonly kind: 'quote_size_invalid' }
  | {
      readonly kind: 'quote_host_not_allowed'
      readonly hosts: readonly string[]
      /** The host that a link redirects to, where it is that one that is not allowed; null = the link's own. */
      readonly redirectsTo: string | null
    }
  | { readonly kind: 'quote_file_unsupported'; readonly fileName: string }
  /** `message` is the downloader's. */
  | {
      readonly kind: 'quote_download_refused'
      readonly reason: DownloadRefusal['reason']
      readonly message: string
    }
  /** Unknown, or another account's. */
  | { readonly kind: 'quote_not_found' }
  | { readonly kind: 'quote_expired'; readonly expiredAt: Date }
  /** `orderCode` is null while the call that spends the quote is still running. */
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
