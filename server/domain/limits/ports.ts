// Ports of rate limits.
import type { BaseDeps } from '../base/ports.ts'

/** Remainder of a window after a request was counted. */
export type WindowLeft = { readonly remaining: number; readonly resetSeconds: number }

export type RateLimitResult =
  /** `left` is absent if the counter does not know it, for example for slots that were reserved in a batch. */
  | { readonly allowed: true; readonly left?: WindowLeft }
  | { readonly allowed: false; readonly retryAfterSeconds: number }

export type RateCounters = {
  /**
   * Counts one request, or the given number of `slots`, unless the window has too few left. A negative number releases
   * slots. Uses at most one database statement.
   */
  readonly consume: (
    scope: string,
    subject: string,
    limit: number,
    windowSeconds: number,
    slots?: number,
  ) => RateLimitResult | Promise<RateLimitResult>
}

export type LimitDeps = BaseDeps & { readonly rateCounters: RateCounters }
