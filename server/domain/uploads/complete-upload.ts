// Completes a signed upload: checks that the announced bytes arrived, measures them and stores the model (decisions.md
// 33).

import type { AccountCaller } from '../base/caller.ts'
import { isUuid } from '../base/ids/uuid.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { retryHintSeconds } from '../base/time/retry-hints.ts'
import type { ModelFailure } from '../models/failure.ts'
import { fetchStoredModel } from '../models/fetch-stored-model.ts'
import { type StoredUploadFailure, uploadModel } from '../slicing/upload-model.ts'
import type { SignedUploadFailure } from './failure.ts'
import type { CompletedUpload, SignedUpload, UploadDeps } from './ports.ts'
import { incomingKey } from './sign-upload.ts'

type CompleteFailure = SignedUploadFailure | StoredUploadFailure | ModelFailure

/** Completes the upload. A completed upload returns the same response again and creates no other generation. */
export async function completeUpload(
  deps: UploadDeps,
  caller: AccountCaller,
  uploadId: string,
): Promise<Result<CompletedUpload, CompleteFailure>> {
  if (!isUuid(uploadId)) return fail({ kind: 'upload_not_found' })
  const claim = await deps.signedUploads.claim(caller.accountId, uploadId, deps.clock.now())
  switch (claim.kind) {
    case 'completed':
      return ok(claim.result)
    case 'running':
      return fail({ kind: 'upload_running', retryAfterSeconds: retryHintSeconds.busy })
    case 'expired':
      return fail({ kind: 'upload_expired' })
    case 'not_found':
      return fail({ kind: 'upload_not_found' })
    case 'claimed':
      return await completeClaimed(deps, caller, claim.upload)
  }
}

async function completeClaimed(
  deps: UploadDeps,
  caller: AccountCaller,
  upload: SignedUpload,
): Promise<Result<CompletedUpload, CompleteFailure>> {
  const { id } = upload
  let isFinished = false
  try {
    const completed = await checkAndStore(deps, caller, upload)
    if (completed.ok) {
      await deps.signedUploads.finish(id, completed.value, deps.clock.now())
      isFinished = true
      await removeIncoming(deps, id)
    } else if (isOtherFile(completed.failure)) {
      // The address accepts no other body, so the upload is of no further use.
      await removeIncoming(deps, id)
      await deps.signedUploads.expire(id, deps.clock.now())
    }
    return completed
  } finally {
    if (!isFinished) await deps.signedUploads.release(id)
  }
}

const isOtherFile = ({ kind }: CompleteFailure) =>
  kind === 'upload_size_differs' || kind === 'upload_hash_differs'

async function checkAndStore(
  deps: UploadDeps,
  caller: AccountCaller,
  upload: SignedUpload,
): Promise<Result<CompletedUpload, CompleteFailure>> {
  const { id, sizeBytes: expected, sha256, fileName, units } = upload
  const key = incomingKey(id)
  const received = await sizeOf(deps, key)
  if (!received.ok) return received
  if (received.value === null) return fail({ kind: 'upload_incomplete', expected })
  // Checked before the download, because a bucket accepts more than announced.
  if (received.value !== expected) {
    return fail({ kind: 'upload_size_differs', expected, received: received.value })
  }
  const copy = await fetchStoredModel(deps, key)
  if (!copy.ok) {
    const { kind } = copy.failure
    return kind === 'missing'
      ? fail({ kind: 'upload_incomplete', expected })
      : fail({ kind: 'storage_failed' })
  }
  const file = { ...copy.value, fileName }
  try {
    if (file.sha256 !== sha256) return fail({ kind: 'upload_hash_differs' })
    const fields = new Map([['units', units ?? '']])
    const stored = await uploadModel(deps, caller, { fields, file, generationId: id })
    if (!stored.ok) return stored
    const { model, modelUrl, report } = stored.value
    return ok({
      generationId: id,
      modelUrl,
      fileName: model.fileName,
      bytes: model.sizeBytes,
      dimensionsMm: report.dimensionsMm,
      volumeCm3: report.volumeCm3,
    })
  } finally {
    await deps.temporaryFiles.remove(file.path)
  }
}

async function sizeOf({ objects, log }: Pick<UploadDeps, 'objects' | 'log'>, key: string) {
  try {
    return ok(await objects.sizeOf(key))
  } catch (error) {
    log.error('upload.unreadable', { key, error })
    return fail({ kind: 'storage_failed' } as const)
  }
}

/** Removes the incoming file. The hourly sweep removes files that remain. */
async function removeIncoming(
  { objects, log }: Pick<UploadDeps, 'objects' | 'log'>,
  id: string,
): Promise<void> {
  await objects.remove(incomingKey(id)).catch((error: unknown) => {
    log.warn('upload.not_removed', { id, error })
  })
}
