// Refusals of the payment page: too many requests, or an exhausted budget for calls to the processor.
import { pageResponse } from '../base/layout.tsx'
import { unlistedHeaders } from '../base/not-found.tsx'
import type { PageLanguage } from '../base/page-language.tsx'
import { PaymentRetry } from './payment-retry.tsx'

/** `tooMany`: from this network or for this order. `busy`: too many payment pages are open altogether. */
const statuses = { tooMany: 429, busy: 503 } as const

type RefusedView = {
  readonly language: PageLanguage
  readonly reason: keyof typeof statuses
  readonly retryAfterSeconds: number
}

/** Returns 429 or 503 with `Retry-After`. Does not reveal whether the order exists. */
export function payRefusedPage(
  code: string,
  { language, reason, retryAfterSeconds }: RefusedView,
): Response {
  const { words } = language
  const title = words.text(`pay.${reason}`)
  const headers = unlistedHeaders()
  headers.set('retry-after', String(retryAfterSeconds))
  return pageResponse({
    visitor: null,
    language,
    title,
    status: statuses[reason],
    headers,
    body: (
      <>
        <h1>{title}</h1>
        <p class="lead">
          {words.text(`pay.${reason}Lead`, {
            count: retryAfterSeconds,
            seconds: words.count(retryAfterSeconds),
          })}
        </p>
        <PaymentRetry words={words} code={code} />
      </>
    ),
  })
}
