// What a visitor sees who tried too many order codes that do not exist.
import { Html } from '@elysiajs/html'
import type { LimitFailure } from '../../domain/limits/failure.ts'
import { pageResponse } from '../base/layout.tsx'
import { unlisted } from '../base/not-found.tsx'

/** 429 with `Retry-After`; 503 while the limiter itself is out of reach. */
export function tooManyCodesPage(failure: LimitFailure): Promise<Response> {
  const limited = failure.kind === 'rate_limited'
  const seconds = limited ? failure.retryAfterSeconds : 5
  const headers = unlisted()
  headers.set('retry-after', String(seconds))
  return pageResponse({
    title: limited ? 'Too many tries' : 'Try again shortly',
    status: limited ? 429 : 503,
    headers,
    body: limited ? (
      <>
        <h1>Too many tries</h1>
        <p>
          Your network asked for many orders that do not exist, so we paused the order pages for it.
          Try again in <strong safe>{waitOf(seconds)}</strong>. No order is affected.
        </p>
        <p>
          Your <a href="/account">account page</a> lists your latest orders.
        </p>
      </>
    ) : (
      <>
        <h1>Try again shortly</h1>
        <p>We could not look this order up. Reload the page in a few seconds.</p>
      </>
    ),
  })
}

function waitOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
