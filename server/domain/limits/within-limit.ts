// Work that is subject to a rate limit.
import type { Result } from '../base/result.ts'
import { consumeRateLimit } from './consume-rate-limit.ts'
import type { LimitFailure } from './failure.ts'
import type { LimitDeps } from './ports.ts'
import type { LimitScope } from './table.ts'

/** Runs `run` if the limit has a free slot. */
export async function withinLimit<T, F>(
  deps: Pick<LimitDeps, 'rateCounters' | 'production' | 'log'>,
  scope: LimitScope,
  subject: string,
  run: () => Promise<Result<T, F>>,
): Promise<Result<T, F | LimitFailure>> {
  const slot = await consumeRateLimit(deps, scope, subject)
  return slot.ok ? await run() : slot
}
