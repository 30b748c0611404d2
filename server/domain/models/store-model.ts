// Puts a model into storage under the hash of its content.

import { fail, ok, type Result } from '../base/result.ts'
import { contentTypes } from './format.ts'
import type { ModelDeps, StoredModel } from './ports.ts'

export type NewModel = Omit<StoredModel, 'uri'> & { readonly path: string }

export const modelKey = ({ sha256, format }: Pick<StoredModel, 'sha256' | 'format'>): string =>
  `models/${sha256}.${format}`

/** Logs a storage error. Does not record an owner. */
export async function storeModel(
  { objects, log }: Pick<ModelDeps, 'objects' | 'log'>,
  { path, fileName, sha256, sizeBytes, format }: NewModel,
): Promise<Result<StoredModel, { readonly kind: 'storage_failed' }>> {
  const key = modelKey({ sha256, format })
  try {
    await objects.putFile(key, path, contentTypes[format])
  } catch (error) {
    log.error('model.storing_failed', { key, error })
    return fail({ kind: 'storage_failed' })
  }
  return ok({ uri: objects.uri(key), fileName, sha256, sizeBytes, format })
}
