// The file of a price that was computed for a browser without scripts. Browsers keep no files between two forms, so the
// file is stored. The user can then price other options and add the part to the basket without uploading it again.

import { admitStoredBytes } from '../accounts/stored-bytes.ts'
import type { Caller } from '../base/caller.ts'
import { fail, type Result } from '../base/result.ts'
import { hourMs } from '../base/time/day.ts'
import type { ModelFailure } from '../models/failure.ts'
import { fetchStoredModel } from '../models/fetch-stored-model.ts'
import type { StoredModel } from '../models/ports.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import { storeModel } from '../models/store-model.ts'
import type { PrintedFile } from '../slicing/printed-file.ts'
import type { QuoteDeps } from './ports.ts'

export type KeptFile = StoredModel & {
  /** Forms that reference it are refused from this time on. */
  readonly expiresAt: Date
}

type KeepDeps = Pick<
  QuoteDeps,
  | 'accounts'
  | 'rateCounters'
  | 'production'
  | 'objects'
  | 'visitorFiles'
  | 'visitorRetention'
  | 'clock'
  | 'log'
>

/**
 * Returns null if storage failed or the sender has stored too much: the price is still valid, but the file must be
 * selected again.
 */
export async function keepFile(
  deps: KeepDeps,
  { path, format, file }: PrintedFile,
  sender: Caller,
): Promise<KeptFile | null> {
  const admitted = await admitStoredBytes(deps, sender, file.sizeBytes)
  if (!admitted.ok) return null
  const keptMs = deps.visitorRetention.keptFileHours * hourMs
  const expiresAt = new Date(deps.clock.now().getTime() + keptMs)
  const stored = await storeModel(deps, { ...file, path, format }, expiresAt)
  return stored.ok ? { ...stored.value, expiresAt } : null
}

/** Removes the local copy after `use` has returned. */
export async function withKeptFile<T, F>(
  deps: Pick<QuoteDeps, 'objects' | 'temporaryFiles' | 'log'>,
  { uri, fileName }: StoredModel,
  use: (file: ReceivedFile) => Promise<Result<T, F>>,
): Promise<Result<T, F | ModelFailure>> {
  const key = deps.objects.parseUri(uri)
  const fetched = key === null ? null : await fetchStoredModel(deps, key)
  if (fetched === null || !fetched.ok) return fail({ kind: 'model_unreadable' })
  const { path, sizeBytes, sha256 } = fetched.value
  try {
    return await use({ path, fileName, sizeBytes, sha256 })
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}
