// What rate limits need from the outside.
import type { BaseDeps } from '../base/ports.ts'

export type SlotAnswer =
  | { readonly taken: true }
  | { readonly taken: false; readonly retryAfterSeconds: number }

export type RateCounters = {
  /** One statement at most: counts a slot unless the window is full. */
  readonly take: (
    scope: string,
    subject: string,
    limit: number,
    windowSeconds: number,
  ) => SlotAnswer | Promise<SlotAnswer>
}

export type LimitDeps = BaseDeps & { readonly rateCounters: RateCounters }
