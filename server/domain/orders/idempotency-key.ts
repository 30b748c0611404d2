// Validates the Idempotency-Key header (decisions.md 14).

import { fail, ok, type Result } from '../base/result.ts'
import { isStorable } from '../base/text.ts'
import type { IdempotencyFailure } from './failure.ts'

const maxKeyLength = 255

/** 1 to 255 characters. null = no key. */
export function checkIdempotencyKey(key: string | null): Result<void, IdempotencyFailure> {
  const isValid = key === null || (key.length >= 1 && key.length <= maxKeyLength && isStorable(key))
  return isValid ? ok(undefined) : fail({ kind: 'idempotency_key_invalid' })
}
