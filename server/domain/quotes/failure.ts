// Failures of quoting and of ordering a quote, in addition to those of orders.

import type { DownloadRefusal } from '../models/downloads.ts'

export type QuoteFailure =
  /** Neither an https URL nor a stored model. */
  | { readonly kind: 'quote_url_invalid' }
  /** Nothing has been uploaded to this one-time upload address. */
  | { readonly kind: 'quote_hand_in_empty'; readonly url: string }
  /** The size at the end of the address is not a number, or out of range. */
  | { readonly kind: 'quote_size_invalid' }
  | {
      readonly kind: 'quote_host_not_allowed'
      readonly hosts: readonly string[]
      /** The target host of a redirect, if that host is not allowed; null = the link's host. */
      readonly redirectsTo: string | null
    }
  | { readonly kind: 'quote_file_unsupported'; readonly fileName: string }
  /** `message` is the downloader's message. */
  | {
      readonly kind: 'quote_download_refused'
      readonly reason: DownloadRefusal['reason']
      readonly message: string
    }
  /** Unknown, or a quote of another account. */
  | { readonly kind: 'quote_not_found' }
  | { readonly kind: 'quote_expired'; readonly expiredAt: Date }
  /** `orderCode` is null while the call that uses the quote is still running. */
  | { readonly kind: 'quote_spent'; readonly orderCode: string | null }
  | {
      readonly kind: 'quote_country_differs'
      readonly quoted: CountryPrice
      readonly asked: string
      /**
       * null if the terms have changed since the quote was made, because a new quote would also have another print
       * price.
       */
      readonly askedPrice: CountryPrice | null
    }

export type CountryPrice = {
  readonly country: string
  readonly shippingCents: number
  readonly totalCents: number
}
