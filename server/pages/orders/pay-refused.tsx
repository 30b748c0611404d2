// What a payment page says when it cannot be shown right now: too many requests, or no room for another call to the processor.
import { Html } from '@elysiajs/html'
import { pageResponse } from '../base/layout.tsx'
import { unlisted } from '../base/not-found.tsx'

const refusals = {
  too_many: {
    status: 429,
    title: 'Too many requests',
    text: 'Payment pages were opened very often from your network or for this order.',
  },
  busy: {
    status: 503,
    title: 'The payment page is busy',
    text: 'Before a payment is opened we ask the card processor whether the order is paid already, and too many orders are waiting for that right now.',
  },
} as const

/** 429 or 503 with `Retry-After`. The code is shown as it was sent; whether there is such an order is not said. */
export function payRefusedPage(
  code: string,
  {
    reason,
    retryAfterSeconds,
  }: { reason: keyof typeof refusals; readonly retryAfterSeconds: number },
): Promise<Response> {
  const { status, title, text } = refusals[reason]
  const page = `/orders/${encodeURIComponent(code)}`
  const headers = unlisted()
  headers.set('retry-after', String(retryAfterSeconds))
  return pageResponse({
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
        <p class="row">
          <a class="button" href={`${page}/pay`}>
            Try again
          </a>
          <a href={page}>Back to the order</a>
        </p>
      </>
    ),
  })
}
