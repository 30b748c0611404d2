// Finds a stored model that an account owns by its `gs://` address.

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { ModelFailure } from './failure.ts'
import { readModelAddress } from './model-address.ts'
import type { ModelDeps, OwnedModel } from './ports.ts'

export type FoundModel = { readonly key: string; readonly model: OwnedModel }

/**
 * Finds the model. The query checks ownership: an unknown address and another account's address cause the same
 * failure. `units`: those of the address, if it states any.
 */
export async function findOwnedModel(
  { objects, models }: Pick<ModelDeps, 'objects' | 'models'>,
  { accountId }: Pick<AccountCaller, 'accountId'>,
  address: string,
): Promise<Result<FoundModel, ModelFailure>> {
  const read = readModelAddress(address)
  if (!read.ok) return read
  const { uri, units } = read.value
  const key = objects.parseUri(uri)
  if (key === null) return fail({ kind: 'model_not_managed' })
  const model = await models.findOwned(accountId, uri)
  if (model === null) return fail({ kind: 'model_foreign' })
  return ok({ key, model: { ...model, units: units ?? model.units } })
}
