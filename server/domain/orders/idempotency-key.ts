// What a caller may send as Idempotency-Key (decisions.md 14).

import { fail, ok, type Result } from '../base/result.ts'
import type { IdempotencyFailure } from './failure.ts'

const longestKey = 255

/** 1 to 255 characters; null for a request without a key. */
export function checkIdempotencyKey(key: string | null): Result<void, IdempotencyFailure> {
  const isValid = key === null || (key.length >= 1 && key.length <= longestKey)
  return isValid ? ok(undefined) : fail({ kind: 'idempotency_key_invalid' })
}
