// Stripe's response to a decline: HTTP 402 with the state of the attempt, which is recorded.
import type { Decline } from './cards.ts'
import { withDocUrl } from './errors.ts'
import type { ApiResponse } from './world.ts'

export function declineResponse(
  decline: Decline,
  facts: {
    charge?: string
    payment_intent?: unknown
    setup_intent?: unknown
    payment_method?: unknown
  },
): ApiResponse {
  return { status: 402, body: { error: withDocUrl({ type: 'card_error', ...decline, ...facts }) } }
}
