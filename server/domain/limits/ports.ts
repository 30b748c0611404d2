// Ports of rate limits.
import type { BaseDeps } from '../base/ports.ts'

export type RateLimitResult =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

export type RateCounters = {
  /** Counts one request unless the window is full. At most one database statement. */
  readonly consume: (
    scope: string,
    subject: string,
    limit: number,
    windowSeconds: number,
  ) => RateLimitResult | Promise<RateLimitResult>
}

export type LimitDeps = BaseDeps & { readonly rateCounters: RateCounters }
