// Deletes what an account made or uploaded. Files go with the sweep, once nothing refers to them: an order keeps what it prints.

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isStorable } from '../base/text.ts'
import { isUuid } from '../base/uuid.ts'
import type { OperatorDeletion, OwnWork } from './run/ports.ts'

/** Refusals of deleting. */
export type DeletionFailure =
  /** The account has no such generation, upload or picture. */
  | { readonly kind: 'deletion_not_found' }
  /** It has not ended. */
  | { readonly kind: 'deletion_running' }
  /** An operator took it out of the gallery. */
  | { readonly kind: 'deletion_taken_down' }

type Deps = { readonly ownWork: OwnWork }
type Owner = Pick<AccountCaller, 'accountId'>

/** A generation or an upload. */
export async function deleteGeneration(
  { ownWork }: Deps,
  { accountId }: Owner,
  id: string,
  operator?: OperatorDeletion,
): Promise<Result<void, DeletionFailure>> {
  const outcome = isUuid(id) ? await ownWork.deleteGeneration(accountId, id, operator) : 'not_found'
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
