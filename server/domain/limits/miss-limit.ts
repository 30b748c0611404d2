// Limits requests for names that do not exist, such as guessed order codes. Requests for existing names are not
// counted.

import { fail, ok, type Result } from '../base/result.ts'
import { dropOldest } from '../base/time/recent.ts'
import { consumeRateLimit } from './consume-rate-limit.ts'
import type { LimitFailure } from './failure.ts'
import type { LimitDeps } from './ports.ts'
import type { LimitScope } from './table.ts'

export type MissLimit = {
  /** Returns the refusal of a subject that has used up its misses; otherwise null. Needs no database query. */
  readonly refusal: (subject: string) => LimitFailure | null
  /** Counts one miss. */
  readonly miss: (subject: string) => Promise<Result<void, LimitFailure>>
}

/** Number of cached refusals. When the oldest is dropped, its subject can make one more request. */
const maxRemembered = 20_000

/**
 * Counts misses in the shared rate counters. Caches a refusal in memory until its window ends, so that requests for
 * existing names need no additional query. Other processes detect an exhausted limit at their next miss; until then
 * each admits only the requests in progress. `nowMs` must be monotonic.
 */
export function createMissLimit(
  deps: Pick<LimitDeps, 'rateCounters' | 'production' | 'log'>,
  scope: LimitScope,
  nowMs: () => number = () => performance.now(),
): MissLimit {
  const refused = new Map<string, { failure: RateLimited; until: number }>()
  return {
    refusal: (subject) => {
      const known = refused.get(subject)
      if (known === undefined) return null
      const retryAfterSeconds = Math.ceil((known.until - nowMs()) / 1000)
      if (retryAfterSeconds > 0) return { ...known.failure, retryAfterSeconds }
      refused.delete(subject)
      return null
    },
    miss: async (subject) => {
      const slot = await consumeRateLimit(deps, scope, subject)
      if (slot.ok) return ok(undefined)
      if (slot.failure.kind !== 'rate_limited') return slot
      const { failure } = slot
      dropOldest(refused, maxRemembered)
      refused.set(subject, { failure, until: nowMs() + failure.retryAfterSeconds * 1000 })
      return fail(failure)
    },
  }
}

type RateLimited = Extract<LimitFailure, { kind: 'rate_limited' }>
