// Stores a model under the hash of its content.

import { fail, ok, type Result } from '../base/result.ts'
import { contentTypes } from './format.ts'
import type { ModelDeps, StoredModel } from './ports.ts'

export type NewModel = Omit<StoredModel, 'uri'> & { readonly path: string }

export const modelKey = ({ sha256, format }: Pick<StoredModel, 'sha256' | 'format'>): string =>
  `models/${sha256}.${format}`

/**
 * Stores the model. Records the file for the sweep first, so that a request that fails leaves no permanent file; the
 * sweep keeps referenced files. The file can be removed from `expiresAt` on (default: immediately). Logs a storage
 * error. Does not record an owner.
 */
export async function storeModel(
  deps: Pick<ModelDeps, 'objects' | 'visitorFiles' | 'clock' | 'log'>,
  { path, fileName, sha256, sizeBytes, format }: NewModel,
  expiresAt: Date = deps.clock.now(),
): Promise<Result<StoredModel, { readonly kind: 'storage_failed' }>> {
  const key = modelKey({ sha256, format })
  const uri = deps.objects.uri(key)
  await deps.visitorFiles.keep({ uri, sha256 }, expiresAt)
  try {
    await deps.objects.putFile(key, path, contentTypes[format])
  } catch (error) {
    deps.log.error('model.storing_failed', { key, error })
    return fail({ kind: 'storage_failed' })
  }
  return ok({ uri, fileName, sha256, sizeBytes, format })
}
