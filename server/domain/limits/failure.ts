// Failures of rate limits.

export type LimitFailure =
  | {
      readonly kind: 'rate_limited'
      readonly scope: string
      /** The endpoint's message from the limits table. */
      readonly message: string
      readonly retryAfterSeconds: number
    }
  | { readonly kind: 'limiter_unavailable' }
