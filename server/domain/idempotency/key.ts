// The Idempotency-Key header (decisions.md 14): its format, and the lease of a run.

import { fail, ok, type Result } from '../base/result.ts'
import { isStorable } from '../base/text/text.ts'
import type { IdempotencyFailure } from './failure.ts'

export const maxKeyLength = 255

/** Seconds without a renewal after which a key can be claimed again. A running request renews its claim. */
export const claimLeaseSeconds = 10

/** Accepts 1 to `maxKeyLength` characters; null = no key. */
export function checkIdempotencyKey(key: string | null): Result<void, IdempotencyFailure> {
  const isValid = key === null || (key.length >= 1 && key.length <= maxKeyLength && isStorable(key))
  return isValid ? ok(undefined) : fail({ kind: 'idempotency_key_invalid' })
}
