// Deletes an account's generations and uploads. The sweep removes files that are no longer referenced; an order keeps
// the files that it prints.

import type { AccountCaller } from '../base/caller.ts'
import { parseGenerationJobId } from '../base/ids/generation-job.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isStorable } from '../base/text/text.ts'
import type { OperatorDeletion, OwnWork } from './run/ports.ts'

/** Failures of deletion. */
export type DeletionFailure =
  /** The account has no such generation, upload or picture. */
  | { readonly kind: 'deletion_not_found' }
  /** The job is still running. */
  | { readonly kind: 'deletion_running' }
  /** An operator took it out of the gallery. */
  | { readonly kind: 'deletion_taken_down' }

type Deps = { readonly ownWork: OwnWork }
type Owner = Pick<AccountCaller, 'accountId'>

/** Deletes a generation or an upload. */
export async function deleteGeneration(
  { ownWork }: Deps,
  { accountId }: Owner,
  id: string,
  operator?: OperatorDeletion,
): Promise<Result<void, DeletionFailure>> {
  const jobId = parseGenerationJobId(id)
  const outcome =
    jobId === null ? 'not_found' : await ownWork.deleteGeneration(accountId, jobId, operator)
  switch (outcome) {
    case 'deleted':
      return ok(undefined)
    case 'running':
      return fail({ kind: 'deletion_running' })
    case 'taken_down':
      return fail({ kind: 'deletion_taken_down' })
    case 'not_found':
      return fail({ kind: 'deletion_not_found' })
  }
}

export async function deleteImage(
  { ownWork }: Deps,
  { accountId }: Owner,
  uri: string,
  operator?: OperatorDeletion,
): Promise<Result<void, DeletionFailure>> {
  const deleted = isStorable(uri) && (await ownWork.deleteImage(accountId, uri, operator))
  return deleted ? ok(undefined) : fail({ kind: 'deletion_not_found' })
}
