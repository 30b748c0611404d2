// Accepts the bytes of a signed upload at an address of this service, for storage without upload addresses
// (decisions.md 33).

import { hashSecret } from '../accounts/secrets.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { ModelFailure } from '../models/failure.ts'
import { contentTypes } from '../models/format.ts'
import type { Uploader } from '../models/uploads.ts'
import type { SignedUploadFailure } from './failure.ts'
import type { SignedUpload, UploadDeps } from './ports.ts'
import { incomingKey } from './sign-upload.ts'

type ReceiveDeps = Pick<UploadDeps, 'objects' | 'signedUploads' | 'clock' | 'log'>

export type OpenUpload = {
  readonly upload: SignedUpload
  /** The account to which the bytes are attributed. */
  readonly owner: Uploader
}

/** Returns the upload of an address. The address is the credential. */
export async function findOpenUpload(
  { objects, signedUploads, clock }: ReceiveDeps,
  token: string,
): Promise<Result<OpenUpload, SignedUploadFailure>> {
  const signed = await signedUploads.findByToken(await hashSecret(token))
  if (signed === null) return fail({ kind: 'upload_not_found' })
  const { upload, owner, isCompleted } = signed
  if (isCompleted) return fail({ kind: 'upload_received' })
  if (upload.expiresAt <= clock.now()) return fail({ kind: 'upload_expired' })
  const isThere = (await objects.sizeOf(incomingKey(upload.id))) !== null
  return isThere ? fail({ kind: 'upload_received' }) : ok({ upload, owner })
}

/** Stores a completely received body. Size and hash are checked when the upload is completed. */
export async function storeBytes(
  { objects, log }: ReceiveDeps,
  { id, format, sizeBytes }: SignedUpload,
  file: { readonly path: string; readonly sizeBytes: number },
): Promise<Result<void, SignedUploadFailure | ModelFailure>> {
  if (file.sizeBytes !== sizeBytes) {
    return fail({
      kind: 'upload_size_differs',
      expected: sizeBytes,
      received: file.sizeBytes,
    })
  }
  try {
    await objects.putFile(incomingKey(id), file.path, contentTypes[format])
  } catch (error) {
    log.error('upload.not_stored', { id, error })
    return fail({ kind: 'storage_failed' })
  }
  return ok(undefined)
}
