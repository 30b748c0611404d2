// The Idempotency-Key header (decisions.md 14): its format, and for how long a run holds one.

import { fail, ok, type Result } from '../base/result.ts'
import { isStorable } from '../base/text.ts'
import type { IdempotencyFailure } from './failure.ts'

export const maxKeyLength = 255

/** A claim is renewed while its request runs. After this many seconds without a renewal the key may be claimed again. */
export const claimLeaseSeconds = 10

/** 1 to `maxKeyLength` characters. null = no key. */
export function checkIdempotencyKey(key: string | null): Result<void, IdempotencyFailure> {
  const isValid = key === null || (key.length >= 1 && key.length <= maxKeyLength && isStorable(key))
  return isValid ? ok(undefined) : fail({ kind: 'idempotency_key_invalid' })
}
