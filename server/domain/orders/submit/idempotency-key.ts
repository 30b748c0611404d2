// The Idempotency-Key header of a submit (decisions.md 14): its format, and the key under which the order is stored.

import { fail, ok, type Result } from '../../base/result.ts'
import { isStorable } from '../../base/text.ts'
import type { IdempotencyFailure } from '../failure.ts'

export const maxKeyLength = 255

/** 1 to `maxKeyLength` characters. null = no key. */
export function checkIdempotencyKey(key: string | null): Result<void, IdempotencyFailure> {
  const isValid = key === null || (key.length >= 1 && key.length <= maxKeyLength && isStorable(key))
  return isValid ? ok(undefined) : fail({ kind: 'idempotency_key_invalid' })
}

/**
 * A submit's key as it is stored with the order. Orders of the website have keys that begin with `web:` (cart/check-out.ts), and one index
 * holds both.
 */
export const keyOfOrder = (key: string): string =>
  /^(?:web|rest):/.test(key) ? `rest:${key}` : key
