// Refusals of rate limits.
import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'
import { checkoutSentences } from '../../domain/cart/checkout-sentences.ts'
import type { LimitFailure } from '../../domain/limits/failure.ts'
import { rateLimitHeaders } from '../responses/rate-limit-headers.ts'
import { type Refusals, retryAfter } from './refusal.ts'

export const limitRefusals: Refusals<LimitFailure> = {
  rate_limited: ({ scope, message, retryAfterSeconds: seconds }) => [
    429,
    message,
    {
      headers: {
        ...retryAfter(seconds).headers,
        ...rateLimitHeaders({ scope, remaining: 0, resetSeconds: seconds }),
      },
    },
  ],
  limiter_unavailable: [
    503,
    checkoutSentences.limiter_unavailable,
    retryAfter(retryHintSeconds.busy),
  ],
}
