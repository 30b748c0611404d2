// Determines the kind of work that a body requests: one generation, a set of drafts, or a refined draft.

import { fieldsOf } from '../../base/is-object.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { draftsInSet } from './draft-set.ts'
import type { GenerationFailure } from './failure.ts'
import type { ParsedBody } from './request.ts'

export type RequestedWork =
  | { readonly kind: 'one' | 'drafts' }
  | { readonly kind: 'refinement'; readonly draftId: string }

/** Absent, null and empty fields are treated as not sent. */
export function readRequestedWork(body: ParsedBody): Result<RequestedWork, GenerationFailure> {
  if (body.kind !== 'json' && body.kind !== 'form') return ok({ kind: 'one' })
  const value = body.kind === 'form' ? Object.fromEntries(body.fields) : body.value
  const fields: Readonly<Record<string, unknown>> = fieldsOf(value)
  const refineOf = presentValue(fields['refineOf'])
  const drafts = presentValue(fields['drafts'])
  if (refineOf !== null) {
    if (typeof refineOf !== 'string') return fail({ kind: 'refine_not_found' })
    return drafts === null
      ? ok({ kind: 'refinement', draftId: refineOf.trim() })
      : fail({ kind: 'drafts_and_refinement' })
  }
  if (drafts === null) return ok({ kind: 'one' })
  const count = body.kind === 'form' ? Number(drafts) : drafts
  return count === draftsInSet ? ok({ kind: 'drafts' }) : fail({ kind: 'drafts_count' })
}

const presentValue = (value: unknown): unknown =>
  value === undefined || value === null || value === '' ? null : value
