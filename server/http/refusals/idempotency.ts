// Refusals of the Idempotency-Key header.

import { lengthText } from '../../domain/base/text/text-lengths.ts'
import type { IdempotencyFailure } from '../../domain/idempotency/failure.ts'
import { maxKeyLength } from '../../domain/idempotency/key.ts'
import { type Refusals, retryAfter } from './refusal.ts'

export const idempotencyRefusals: Refusals<IdempotencyFailure> = {
  idempotency_key_invalid: [400, `Idempotency-Key must have ${lengthText(maxKeyLength)}.`],
  idempotency_key_reused: [
    409,
    'This Idempotency-Key was used with a different request. Use a new key.',
  ],
  idempotency_key_running: ({ retryAfterSeconds }) => [
    409,
    'A request with this Idempotency-Key is still running. Ask again shortly.',
    retryAfter(retryAfterSeconds),
  ],
}
