// The caller's own reference of an order (decisions.md 57). It is answered in every read of the order; it is neither unique nor a key.
import { fail, ok, type Result } from '../base/result.ts'
import { singleLine } from '../base/text.ts'

/** In characters (code points). */
export const maxReferenceCharacters = 64

export type ReferenceFailure = { readonly kind: 'reference_too_long' }

/** On one line; null when nothing is stated. */
export function readReference(text: string | undefined): Result<string | null, ReferenceFailure> {
  const line = singleLine(text ?? '')
  if ([...line].length > maxReferenceCharacters) return fail({ kind: 'reference_too_long' })
  return ok(line || null)
}
