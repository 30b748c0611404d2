// Deletes a user's model or upload for an operator: an abusive model, or one whose owner asked support to delete it.
// Sends no email.

import { type AccountId, parseAccountId } from '../base/caller.ts'
import { type GenerationJobId, parseGenerationJobId } from '../base/ids/generation-job.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { cutText, isStorable, singleLine } from '../base/text/text.ts'
import { type DeletionFailure, deleteGeneration, deleteImage } from '../generation/delete-work.ts'
import type { ListedImage, StoredImage } from '../generation/run/ports.ts'
import type { AccountModel } from './account-models.ts'
import type { OperatorFailure } from './failure.ts'
import type { OperatorDeps } from './ports.ts'

export const maxWorkReason = 300

/** Maximum number of an account's models and pictures that the desk lists. */
export const shownWork = 100

export type FoundWork = {
  readonly accountId: AccountId
  readonly email: string
  readonly models: readonly AccountModel[]
  readonly images: readonly ListedImage[]
}

type FindDeps = Pick<OperatorDeps, 'accounts' | 'ownWork' | 'workDesk' | 'images'>

/**
 * Finds a user's work by the account's address, or a model by its id. Returns null if there is no such account or
 * model.
 */
export async function findWork(deps: FindDeps, sought: string): Promise<FoundWork | null> {
  const text = sought.trim().toLowerCase()
  const modelId = parseGenerationJobId(text)
  if (modelId !== null) return await findModel(deps, modelId)
  const accountId = await deps.accounts.findIdByEmail(text)
  if (accountId === null) return null
  const [models, images] = await Promise.all([
    deps.workDesk.listModels(accountId, { id: null, limit: shownWork }),
    deps.images.list(accountId, shownWork, 0),
  ])
  return { accountId, email: text, models, images }
}

async function findModel(deps: FindDeps, id: GenerationJobId): Promise<FoundWork | null> {
  const accountId = await deps.ownWork.ownerOf(id)
  const account = accountId === null ? null : await deps.accounts.read(accountId)
  if (account === null) return null
  const models = await deps.workDesk.listModels(account.id, { id, limit: 1 })
  return { accountId: account.id, email: account.email, models, images: [] }
}

export type FoundPicture = {
  readonly accountId: AccountId
  readonly email: string
  readonly picture: StoredImage
}

/** Returns a picture of an account for the confirmation before its deletion. */
export async function findPicture(
  { accounts, images }: Pick<OperatorDeps, 'accounts' | 'images'>,
  { account: sentAccount, url: uri }: { readonly account: string; readonly url: string },
): Promise<FoundPicture | null> {
  const accountId = parseAccountId(sentAccount)
  const isReadable = accountId !== null && isStorable(uri)
  const account = isReadable ? await accounts.read(accountId) : null
  const picture = account === null ? null : await images.findOwned(account.id, uri)
  return account === null || picture === null
    ? null
    : { accountId: account.id, email: account.email, picture }
}

type DeleteDeps = Pick<OperatorDeps, 'ownWork' | 'log'>
type Failure = DeletionFailure | OperatorFailure

/** Deletes the model. The next sweeps remove the file from storage; an order that prints it keeps it until it is done. */
export async function deleteModelAsOperator(
  deps: DeleteDeps,
  by: string,
  { id, reason: sent }: { readonly id: string; readonly reason: string },
): Promise<Result<void, Failure>> {
  const reason = readReason(sent)
  if (reason === null) return fail({ kind: 'work_reason_required' })
  const modelId = parseGenerationJobId(id)
  const accountId = modelId === null ? null : await deps.ownWork.ownerOf(modelId)
  if (accountId === null) return fail({ kind: 'work_not_found' })
  const deleted = await deleteGeneration(deps, { accountId }, id, { by, reason })
  if (deleted.ok) deps.log.info('model.deleted_by_operator', { id, by })
  return deleted
}

export async function deletePictureAsOperator(
  deps: DeleteDeps,
  by: string,
  picture: { readonly account: string; readonly url: string; readonly reason: string },
): Promise<Result<void, Failure>> {
  const { account, url: uri } = picture
  const reason = readReason(picture.reason)
  if (reason === null) return fail({ kind: 'work_reason_required' })
  const accountId = parseAccountId(account)
  const deleted =
    accountId === null
      ? fail({ kind: 'deletion_not_found' } as const)
      : await deleteImage(deps, { accountId }, uri, { by, reason })
  if (!deleted.ok) return fail({ kind: 'work_not_found' })
  deps.log.info('picture.deleted_by_operator', { uri, by })
  return ok(undefined)
}

const readReason = (sent: string): string | null => {
  const reason = cutText(singleLine(sent), maxWorkReason)
  return reason === '' ? null : reason
}
