// Finds a stored model that an account owns by its `gs://` address.

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { ModelFailure } from './failure.ts'
import type { ModelDeps, OwnedModel } from './ports.ts'

export type FoundModel = { readonly key: string; readonly model: OwnedModel }

/** Ownership is decided in the query: an unknown address and another account's give the same failure. */
export async function findOwnedModel(
  { objects, models }: Pick<ModelDeps, 'objects' | 'models'>,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  uri: string,
): Promise<Result<FoundModel, ModelFailure>> {
  const key = objects.parseUri(uri)
  if (key === null) return fail({ kind: 'model_not_managed' })
  const model = await models.findOwned(accountId, uri)
  return model === null ? fail({ kind: 'model_foreign' }) : ok({ key, model })
}
