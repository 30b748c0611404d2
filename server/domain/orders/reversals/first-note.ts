// The final note of how a fraud warning or a returned refund was resolved.
import { fail, ok, type Result } from '../../base/result.ts'

/** A note that was recorded before another one. */
export type FirstNote = {
  readonly note: string
  /** Email of the operator; null if unknown. */
  readonly by: string | null
}

/** Refuses a note that was not recorded because an earlier one was. A repeated note is no other. */
export const checkNote = <Kind extends string>(
  kind: Kind,
  note: string,
  first: FirstNote,
): Result<void, FirstNote & { readonly kind: Kind }> =>
  first.note === note ? ok(undefined) : fail({ kind, ...first })
