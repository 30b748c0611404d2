// Imports a model from a public link (decisions.md 34): downloads it, then measures and stores it like an upload.

import type { StoredBytesDeps } from '../accounts/stored-bytes.ts'
import type { AccountCaller } from '../base/caller.ts'
import { fail, type Result } from '../base/result.ts'
import { readModelAddress } from '../models/model-address.ts'
import { readUnits } from '../models/read-units.ts'
import { maxModelBytes } from '../models/size-limit.ts'
import type { SlicingDeps } from '../slicing/ports.ts'
import {
  type StoredUpload,
  type StoredUploadFailure,
  uploadModel,
} from '../slicing/upload-model.ts'
import type { SignedUploadFailure } from './failure.ts'

export type ImportRequest = {
  readonly url: string
  /** An empty string = the unit in the link, or the format's default. */
  readonly units: string
  readonly signal: AbortSignal
}

/** Time for the largest model at 1 MB/s, and to connect. A stalled server is disconnected earlier. */
export const downloadTimeoutMs = 120_000

export async function importModel(
  deps: SlicingDeps & StoredBytesDeps,
  caller: AccountCaller,
  { url, units, signal }: ImportRequest,
): Promise<Result<StoredUpload, SignedUploadFailure | StoredUploadFailure>> {
  if (url.trim() === '') return fail({ kind: 'import_url_missing' })
  const stated = readUnits(new Map([['units', units]]))
  if (!stated.ok) return stated
  const address = readModelAddress(url)
  if (!address.ok) return address
  const fields = new Map([['units', stated.value ?? address.value.units ?? '']])
  const fetched = await deps.downloads.fetch({
    url: address.value.uri,
    hosts: null,
    caller: caller.accountId,
    maxBytes: maxModelBytes,
    timeoutMs: downloadTimeoutMs,
    signal,
  })
  if (fetched.kind === 'refused') {
    const { reason, message } = fetched
    return fail({ kind: 'import_refused', reason, message })
  }
  const { file } = fetched
  try {
    return await uploadModel(deps, caller, { fields, file })
  } finally {
    await deps.temporaryFiles.remove(file.path)
  }
}
