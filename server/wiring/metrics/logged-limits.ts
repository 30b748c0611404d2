// Logs rejections by rate limits once per caller and window, because a rejected caller often retries immediately.
import type { Clock, Log } from '../../domain/base/ports.ts'
import type { RateCounters, RateLimitResult } from '../../domain/limits/ports.ts'

/** The memory is cleared beyond this size, which costs one extra line per caller. */
const maxRemembered = 10_000

export function loggedLimits(
  counters: RateCounters,
  { log, clock }: { readonly log: Pick<Log, 'info'>; readonly clock: Clock },
): RateCounters {
  const loggedUntil = new Map<string, number>()
  return {
    consume: (scope, subject, ...rest) => {
      const logged = (decision: RateLimitResult): RateLimitResult => {
        if (decision.allowed) return decision
        const caller = `${scope} ${subject}`
        const now = clock.now().getTime()
        if ((loggedUntil.get(caller) ?? 0) > now) return decision
        if (loggedUntil.size >= maxRemembered) loggedUntil.clear()
        const { retryAfterSeconds } = decision
        loggedUntil.set(caller, now + retryAfterSeconds * 1000)
        log.info('limit.refused', { scope, subject: maskTyped(subject), retryAfterSeconds })
        return decision
      }
      const result = counters.consume(scope, subject, ...rest)
      return result instanceof Promise ? result.then(logged) : logged(result)
    },
  }
}

/** Network addresses and ids. Other keys were typed by a user: an email address, or a password entered in its field. */
const shownForm = /^(?:[0-9a-f.:/]{3,50}|[0-9a-f-]{36}|[A-Za-z0-9]{32}|unknown)$/

const maskTyped = (subject: string): string =>
  subject
    .split(' ')
    .map((part) => (shownForm.test(part) ? part : '[typed]'))
    .join(' ')
