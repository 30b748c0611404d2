// Refusals that follow from the kind of an operation, so that the operations' files need not list them.

import type { Failure } from '../responses/failure.ts'
import { refusalOf } from '../responses/failure-to-response.ts'
import { databaseAwaySentence } from '../responses/outage.ts'
import type { OperationSpec, OtherRefusal } from './operation.ts'

/** In addition to those that the operation lists. */
export function commonRefusals({
  tag,
  body,
  parameters = [],
  credentials = [],
}: OperationSpec): readonly (Failure | OtherRefusal)[] {
  const takesFiles = body?.type === 'multipart/form-data' || body?.form !== undefined
  const takesWords = body?.type === 'application/json'
  const asksDatabase = tag !== 'Service' && (credentials.length > 0 || parameters.length > 0)
  return [
    ...(takesWords ? [{ kind: 'body_late' } as const] : []),
    ...(takesFiles ? uploadsBusy : []),
    ...(asksDatabase ? [databaseAway] : []),
  ]
}

/** One failure with two sentences. */
const uploadsBusy: readonly OtherRefusal[] = (['caller', 'service'] as const).map((by) => {
  const { status, error } = refusalOf({ kind: 'uploads_busy', by, retryAfterSeconds: 5 })
  return { name: `uploads_busy_${by}`, status, body: { error }, waits: true }
})

const databaseAway: OtherRefusal = {
  name: 'database_away',
  status: 503,
  body: { error: databaseAwaySentence },
  waits: true,
}
