// Refusal after too many requests for nonexistent order codes.
import type { LimitFailure } from '../../domain/limits/failure.ts'
import { pageResponse } from '../base/layout.tsx'
import { unlistedHeaders } from '../base/not-found.tsx'

/** Returns 429 with `Retry-After`, or 503 while the rate limiter is unavailable. */
export function tooManyCodesPage(failure: LimitFailure): Response {
  const limited = failure.kind === 'rate_limited'
  const seconds = limited ? failure.retryAfterSeconds : 5
  const headers = unlistedHeaders()
  headers.set('retry-after', String(seconds))
  return pageResponse({
    visitor: null,
    title: limited ? 'Too many attempts' : 'Try again shortly',
    status: limited ? 429 : 503,
    headers,
    body: limited ? (
      <>
        <h1>Too many attempts</h1>
        <p>
          Too many order codes that do not exist were requested from your network, so orders that
          were not opened from it before are not shown there now. Try again in{' '}
          <strong>{waitOf(seconds)}</strong>. No order is affected.
        </p>
        <p>
          Your own orders are open after you <a href="/account">sign in</a>.
        </p>
      </>
    ) : (
      <>
        <h1>Try again shortly</h1>
        <p>We could not look up this order. Reload the page in a few seconds.</p>
      </>
    ),
  })
}

function waitOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
