// Refusals implied by the kind of a route, which the routes need not list.

import { retryHintSeconds } from '../../domain/base/time/retry-hints.ts'
import type { Contract, OtherRefusal } from '../contract/contract.ts'
import { databaseAway } from '../contract/refusals.ts'
import type { Failure } from '../refusals/failure.ts'
import { refusalOf } from '../refusals/refusal-of.ts'

/** Returns the refusals in addition to those that the contract lists. */
export function commonRefusals({
  tag,
  body,
  parameters = [],
  credentials,
  limits = [],
}: Contract): readonly (Failure | OtherRefusal)[] {
  const takesFiles = body?.type === 'multipart/form-data' || body?.form !== undefined
  const takesJson = body?.type === 'application/json'
  const usesDatabase =
    tag === 'Sign-in' ||
    (tag !== 'Service' && credentials.length + parameters.length + limits.length > 0)
  return [
    ...(takesJson ? [{ kind: 'body_late' } as const] : []),
    ...(takesFiles ? uploadsBusy : []),
    ...(usesDatabase ? [databaseAway] : []),
  ]
}

/** A single failure with two sentences. */
const uploadsBusy: readonly OtherRefusal[] = (['caller', 'service'] as const).map((by) => {
  const { status, error } = refusalOf({
    kind: 'uploads_busy',
    by,
    retryAfterSeconds: retryHintSeconds.uploads,
  })
  return { name: 'uploads_busy', status, body: { error }, waits: true }
})
