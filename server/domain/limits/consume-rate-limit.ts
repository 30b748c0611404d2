// Consumes slots of a rate limit, or returns how long to wait.

import { fail, ok, type Result } from '../base/result.ts'
import type { LimitFailure } from './failure.ts'
import type { LimitDeps, WindowLeft } from './ports.ts'
import { defaultLimitMessage, type Limit, type LimitScope, limits } from './table.ts'

/**
 * Bounds the row size and removes characters that PostgreSQL cannot store, because addresses and emails come from
 * untrusted callers.
 */
const maxSubjectLength = 320
const toStorable = (subject: string) => subject.slice(0, maxSubjectLength).replaceAll('\0', ' ')

/** A counted request, and the remainder of its scope; null = unknown. */
export type RateSlot = (WindowLeft & { readonly scope: LimitScope }) | null

/**
 * Counts one request of `subject` in `scope`, or several `slots` for an expensive request. Windows are fixed: the
 * database's clock rounded down to the window length, so that all counters reset at the same time. Refused requests
 * are not counted. Never rejects.
 *
 * If the database is unreachable, production refuses the request (contract.md 9.3). Every other environment admits it,
 * so that a development machine without a database shows the actual error.
 */
export async function consumeRateLimit(
  deps: Pick<LimitDeps, 'rateCounters' | 'production' | 'log'>,
  scope: LimitScope,
  subject: string,
  slots = 1,
): Promise<Result<RateSlot, LimitFailure>> {
  const { rateCounters, production, log } = deps
  const { limit, windowSeconds, message = defaultLimitMessage }: Limit = limits[scope]
  try {
    const counter = [scope, toStorable(subject), limit, windowSeconds] as const
    const slot = await rateCounters.consume(...counter, ...(slots === 1 ? [] : [slots]))
    if (slot.allowed) return ok(slot.left === undefined ? null : { scope, ...slot.left })
    const retryAfterSeconds = Math.max(1, slot.retryAfterSeconds)
    return fail({ kind: 'rate_limited', scope, message, retryAfterSeconds })
  } catch (error) {
    log.error('limits.database_unreachable', { scope, error })
    return production ? fail({ kind: 'limiter_unavailable' }) : ok(null)
  }
}

/** Returns a slot of this window for a request that should not be counted. Never rejects. */
export async function returnRateSlot(
  deps: Pick<LimitDeps, 'rateCounters' | 'production' | 'log'>,
  scope: LimitScope,
  subject: string,
): Promise<void> {
  await consumeRateLimit(deps, scope, subject, -1)
}
