// An operator deletes what a person made or uploaded: an abusive model, or one that its owner asks support to delete. Nobody is told.

import { type AccountId, accountIdOf } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { cutText, isStorable, singleLine } from '../base/text.ts'
import { isUuid } from '../base/uuid.ts'
import { type DeletionFailure, deleteGeneration, deleteImage } from '../generation/delete-work.ts'
import type { ListedImage, StoredImage } from '../generation/run/ports.ts'
import type { OperatorFailure } from './failure.ts'
import type { OperatorDeps } from './ports.ts'

export const maxWorkReason = 300

/** How many models and pictures of an account the desk lists. */
export const shownWork = 100

/** A generation or an upload. */
export type MadeModel = {
  readonly id: string
  /** Its words; the file name of an upload. */
  readonly title: string
  readonly kind: 'generation' | 'upload'
  /** null = it made no model. */
  readonly modelUri: string | null
  readonly isRunning: boolean
  readonly createdAt: Date
  /** Codes of orders that are not done and print it; at most ten. */
  readonly inPrint: readonly string[]
}

export type WorkDesk = {
  /** Newest first, at most `limit`; one of them when `id` is given. */
  readonly listModels: (
    accountId: AccountId,
    request: { readonly id: string | null; readonly limit: number },
  ) => Promise<readonly MadeModel[]>
}

export type FoundWork = {
  readonly accountId: AccountId
  readonly email: string
  readonly models: readonly MadeModel[]
  readonly images: readonly ListedImage[]
}

type FindDeps = Pick<OperatorDeps, 'accounts' | 'ownWork' | 'workDesk' | 'images'>

/** What a person made, by the address of the account, or a model by its id. null = no such account, or no such model. */
export async function findWork(deps: FindDeps, sought: string): Promise<FoundWork | null> {
  const text = sought.trim().toLowerCase()
  if (isUuid(text)) return await findModel(deps, text)
  const accountId = await deps.accounts.findIdByEmail(text)
  if (accountId === null) return null
  const [models, images] = await Promise.all([
    deps.workDesk.listModels(accountId, { id: null, limit: shownWork }),
    deps.images.list(accountId, shownWork, 0),
  ])
  return { accountId, email: text, models, images }
}

async function findModel(deps: FindDeps, id: string): Promise<FoundWork | null> {
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

/** A picture of an account, for the question before it is deleted. */
export async function findPicture(
  { accounts, images }: Pick<OperatorDeps, 'accounts' | 'images'>,
  { account: sentAccount, url: uri }: { readonly account: string; readonly url: string },
): Promise<FoundPicture | null> {
  const isReadable = isStorable(sentAccount) && isStorable(uri)
  const account = isReadable ? await accounts.read(accountIdOf(sentAccount)) : null
  const picture = account === null ? null : await images.findOwned(account.id, uri)
  return account === null || picture === null
    ? null
    : { accountId: account.id, email: account.email, picture }
}

type DeleteDeps = Pick<OperatorDeps, 'ownWork' | 'log'>
type Failure = DeletionFailure | OperatorFailure

/** The file leaves storage with the next sweeps; an order that prints it keeps it until it is done. */
export async function deleteModelAsOperator(
  deps: DeleteDeps,
  by: string,
  { id, reason: sent }: { readonly id: string; readonly reason: string },
): Promise<Result<void, Failure>> {
  const reason = readReason(sent)
  if (reason === null) return fail({ kind: 'work_reason_required' })
  const accountId = isUuid(id) ? await deps.ownWork.ownerOf(id) : null
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
  const deleted = isStorable(account)
    ? await deleteImage(deps, { accountId: accountIdOf(account) }, uri, { by, reason })
    : fail({ kind: 'deletion_not_found' } as const)
  if (!deleted.ok) return fail({ kind: 'work_not_found' })
  deps.log.info('picture.deleted_by_operator', { uri, by })
  return ok(undefined)
}

const readReason = (sent: string): string | null => {
  const reason = cutText(singleLine(sent), maxWorkReason)
  return reason === '' ? null : reason
}
