// The caller's reference of an order (decisions.md 57). Every read of the order returns it. It is neither unique nor a
// key.
import { fail, ok, type Result } from '../../base/result.ts'
import { singleLine } from '../../base/text/text.ts'

/** In characters (code points). */
export const maxReferenceCharacters = 64

export type ReferenceFailure = { readonly kind: 'reference_too_long' }

/** Reads one line; null if nothing is stated. */
export function readReference(text: string | undefined): Result<string | null, ReferenceFailure> {
  const line = singleLine(text ?? '')
  if ([...line].length > maxReferenceCharacters) return fail({ kind: 'reference_too_long' })
  return ok(line || null)
}
