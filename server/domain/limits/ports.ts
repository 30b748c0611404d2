// What rate limits need from the outside.
import type { BaseDeps } from '../base/ports.ts'

export type RateLimitResult =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

export type RateCounters = {
  /** One statement at most: counts a slot unless the window is full. */
  readonly consume: (
    scope: string,
    subject: string,
    limit: number,
    windowSeconds: number,
  ) => RateLimitResult | Promise<RateLimitResult>
}

export type LimitDeps = BaseDeps & { readonly rateCounters: RateCounters }
