// Refusals of the payment page: too many requests, or an exhausted budget for calls to the processor.
import { pageResponse } from '../base/layout.tsx'
import { unlisted } from '../base/not-found.tsx'
import { PaymentRetry } from './payment-retry.tsx'

const refusals = {
  too_many: {
    status: 429,
    title: 'Too many requests',
    text: 'Payment pages were opened too often from your network or for this order.',
  },
  busy: {
    status: 503,
    title: 'The payment page is busy',
    text: 'Before each payment we check with the card processor whether the order has already been paid, and too many orders are waiting for that check right now.',
  },
} as const

/** Returns 429 or 503 with `Retry-After`. Does not reveal whether the order exists. */
export function payRefusedPage(
  code: string,
  {
    reason,
    retryAfterSeconds,
  }: { reason: keyof typeof refusals; readonly retryAfterSeconds: number },
): Response {
  const { status, title, text } = refusals[reason]
  const headers = unlisted()
  headers.set('retry-after', String(retryAfterSeconds))
  return pageResponse({
    visitor: null,
    title,
    status,
    headers,
    body: (
      <>
        <h1>{title}</h1>
        <p class="lead">
          {text} Nothing was charged and no payment was started. Try again in{' '}
          {retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`}.
        </p>
        <PaymentRetry code={code} />
      </>
    ),
  })
}
