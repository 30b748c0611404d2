// The file of an order as a local one, for whoever prints it.

import { fail, ok, type Result } from '../base/result.ts'
import type { ModelFailure } from './failure.ts'
import { contentTypes } from './format.ts'
import type { ModelDeps, StoredModel } from './ports.ts'

export type FetchedFile = {
  /** In the temporary folder; whoever asked removes it. */
  readonly path: string
  readonly sizeBytes: number
  readonly contentType: string
  /** As the customer named it: any characters. */
  readonly fileName: string
}

/** Brings the stored file here. `model_unreadable` when storage does not give it; the log says why. */
export async function fetchOrderFile(
  { objects, temporaryFiles, log }: Pick<ModelDeps, 'objects' | 'temporaryFiles' | 'log'>,
  { uri, fileName, format }: StoredModel,
): Promise<Result<FetchedFile, ModelFailure>> {
  const key = objects.parseUri(uri)
  if (key === null) {
    log.error('order.file_unmanaged', { uri })
    return fail({ kind: 'model_unreadable' })
  }
  const path = temporaryFiles.path()
  const fetched = await objects.fetchToFile(key, path).catch((error: unknown) => {
    log.error('order.file_unreadable', { key, error })
    return null
  })
  if (fetched !== null) {
    const { sizeBytes } = fetched
    return ok({ path, sizeBytes, contentType: contentTypes[format], fileName })
  }
  await temporaryFiles.remove(path)
  return fail({ kind: 'model_unreadable' })
}
