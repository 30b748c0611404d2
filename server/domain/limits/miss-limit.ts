// A limit on what is not found: reading what exists is free, trying names until one exists is not.

import { fail, type Result } from '../base/result.ts'
import { consumeRateLimit } from './consume-rate-limit.ts'
import type { LimitFailure } from './failure.ts'
import type { LimitDeps } from './ports.ts'
import type { LimitScope } from './table.ts'

export type MissLimit = {
  /** The refusal of a subject that has used up its misses; null while it may look. No statement. */
  readonly refusal: (subject: string) => LimitFailure | null
  /** Counts one miss. */
  readonly miss: (subject: string) => Promise<Result<void, LimitFailure>>
}

/** Beyond this the oldest is forgotten, and gets one more look. */
const mostRemembered = 20_000

/**
 * The counters are the common ones; a refusal is remembered here until its window ends, so that a page that is found
 * costs no statement more. A process learns of a used-up allowance at its own next miss, so each process gives away at
 * most the looks that are under way at that moment. `nowMs` never goes back.
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
      if (slot.ok || slot.failure.kind !== 'rate_limited') return slot
      const { failure } = slot
      for (const oldest of refused.size < mostRemembered ? [] : refused.keys()) {
        refused.delete(oldest)
        break
      }
      refused.set(subject, { failure, until: nowMs() + failure.retryAfterSeconds * 1000 })
      return fail(failure)
    },
  }
}

type RateLimited = Extract<LimitFailure, { kind: 'rate_limited' }>
