// How a rate limit refuses.

export type LimitFailure =
  | {
      readonly kind: 'rate_limited'
      readonly scope: string
      /** The endpoint's own words, from the limits table. */
      readonly message: string
      readonly retryAfterSeconds: number
    }
  | { readonly kind: 'limiter_unavailable' }
