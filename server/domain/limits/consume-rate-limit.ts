// Consumes slots of a rate limit, or says how long to wait.

import { fail, ok, type Result } from '../base/result.ts'
import type { LimitFailure } from './failure.ts'
import type { LimitDeps, WindowLeft } from './ports.ts'
import { defaultLimitMessage, type Limit, type LimitScope, limits } from './table.ts'

/** A hostile address or email must not become a row of any size, nor one that PostgreSQL cannot hold. */
const maxSubjectLength = 320
const storable = (subject: string) => subject.slice(0, maxSubjectLength).replaceAll('\0', ' ')

/** A counted request, and what is left of its scope; null = not known. */
export type RateSlot = (WindowLeft & { readonly scope: LimitScope }) | null

/**
 * Counts one request of `subject` in `scope`, or of several `slots` for a heavier one. Windows are fixed: the database's clock floored to
 * the window length, so every counter resets at the same moment. A refused request does not count. Never rejects.
 *
 * When the database cannot be reached, production refuses (contract.md 9.3) and every other environment lets the request
 * through, so that a development machine without its database still shows the error behind it.
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
    const counter = [scope, storable(subject), limit, windowSeconds] as const
    const slot = await rateCounters.consume(...counter, ...(slots === 1 ? [] : [slots]))
    if (slot.allowed) return ok(slot.left === undefined ? null : { scope, ...slot.left })
    const retryAfterSeconds = Math.max(1, slot.retryAfterSeconds)
    return fail({ kind: 'rate_limited', scope, message, retryAfterSeconds })
  } catch (error) {
    log.error('limits.database_unreachable', { scope, error })
    return production ? fail({ kind: 'limiter_unavailable' }) : ok(null)
  }
}

/** Gives back a slot of this window, for a request that turned out not to count. Never rejects. */
export async function returnRateSlot(
  deps: Pick<LimitDeps, 'rateCounters' | 'production' | 'log'>,
  scope: LimitScope,
  subject: string,
): Promise<void> {
  await consumeRateLimit(deps, scope, subject, -1)
}
