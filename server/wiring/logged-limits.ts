// Refusals by rate limits as events of the log: one for each caller and window, since a refused caller often tries again at once.
import type { Clock, Log } from '../domain/base/ports.ts'
import type { RateCounters, RateLimitResult } from '../domain/limits/ports.ts'

/** Cleared when it grows larger, which costs one more line for each. */
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
        log.info('limit.refused', { scope, subject: shown(subject), retryAfterSeconds })
        return decision
      }
      const result = counters.consume(scope, subject, ...rest)
      return result instanceof Promise ? result.then(logged) : logged(result)
    },
  }
}

/** Network addresses and ids. The rest was typed by someone: an email address, or a password in its field. */
const shownForm = /^(?:[0-9a-f.:/]{3,50}|[0-9a-f-]{36}|[A-Za-z0-9]{32}|unknown)$/

const shown = (subject: string): string =>
  subject
    .split(' ')
    .map((part) => (shownForm.test(part) ? part : '[typed]'))
    .join(' ')
