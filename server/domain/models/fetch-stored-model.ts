// Fetches a stored model to a local file.

import { fail, ok, type Result } from '../base/result.ts'
import { retryHintSeconds } from '../base/time/retry-hints.ts'
import type { StoredFileFailure } from './failure.ts'
import { contentTypes } from './format.ts'
import type { ModelDeps, StoredModel } from './ports.ts'

export type FetchDeps = Pick<ModelDeps, 'objects' | 'temporaryFiles' | 'log'>

/** A local copy in the temporary folder. The caller removes it. */
export type LocalModel = {
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: string
}

/** `missing`: storage has no such object. `unreachable`: storage could not be read. */
export type FetchFailure =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreachable'; readonly error: unknown }

/** Fetches the model and logs a storage error. Leaves no file behind on failure. */
export async function fetchStoredModel(
  { objects, temporaryFiles, log }: FetchDeps,
  key: string,
): Promise<Result<LocalModel, FetchFailure>> {
  const path = temporaryFiles.path()
  try {
    const fetched = await objects.fetchToFile(key, path)
    if (fetched !== null) return ok({ path, ...fetched })
    await temporaryFiles.remove(path)
    return fail({ kind: 'missing' })
  } catch (error) {
    log.error('model.unreadable', { key, error })
    await temporaryFiles.remove(path)
    return fail({ kind: 'unreachable', error })
  }
}

export type ModelFile = {
  /** In the temporary folder. The caller removes it. */
  readonly path: string
  readonly sizeBytes: number
  readonly contentType: string
  /** The name that the customer chose; may contain any characters. */
  readonly fileName: string
}

/** Returns a stored model as a file to send. */
export async function fetchModelFile(
  deps: FetchDeps,
  { uri, fileName, format }: StoredModel,
): Promise<Result<ModelFile, StoredFileFailure>> {
  const key = deps.objects.parseUri(uri)
  if (key === null) {
    deps.log.error('model.not_managed', { uri })
    return fail({ kind: 'model_unreadable' })
  }
  const fetched = await fetchStoredModel(deps, key)
  if (!fetched.ok) {
    return fetched.failure.kind === 'missing'
      ? fail({ kind: 'model_unreadable' })
      : fail({ kind: 'storage_unreachable', retryAfterSeconds: retryHintSeconds.storage })
  }
  const { path, sizeBytes } = fetched.value
  return ok({ path, sizeBytes, contentType: contentTypes[format], fileName })
}
