// Signs an address to which a client writes a model, so that its bytes do not pass through this service (decisions.md
// 33).

import { hashSecret, secretBytes } from '../accounts/secrets.ts'
import type { AccountCaller } from '../base/caller.ts'
import { isSha256Hex } from '../base/hash.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { singleLine } from '../base/text/text.ts'
import { hourMs } from '../base/time/day.ts'
import type { ModelFailure } from '../models/failure.ts'
import { contentTypes, uploadFormat } from '../models/format.ts'
import { readUnits } from '../models/read-units.ts'
import { maxModelBytes } from '../models/size-limit.ts'
import type { SlicingFailure } from '../slicing/failure.ts'
import type { SignedUploadFailure } from './failure.ts'
import type { UploadDeps } from './ports.ts'

export type SignRequest = {
  readonly fileName: string
  readonly bytes: number
  readonly sha256: string
  /** An empty string = the format's default. */
  readonly units: string
}

export type SignedAddress = {
  readonly uploadUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly uploadId: string
  readonly expiresAt: Date
}

/** 100 MB take half an hour at 60 kB/s. */
const lifetimeMs = 2 * hourMs
const maxFileNameCharacters = 200

/** Returns the key of the bytes until they are checked. */
export const incomingKey = (uploadId: string): string => `incoming/${uploadId}`

/** Order of checks: name, extension, size, hash, units. */
export async function signUpload(
  deps: Pick<UploadDeps, 'objects' | 'signedUploads' | 'ids' | 'clock' | 'baseUrl' | 'log'>,
  caller: AccountCaller,
  request: SignRequest,
): Promise<Result<SignedAddress, SignedUploadFailure | SlicingFailure | ModelFailure>> {
  const fileName = singleLine(request.fileName)
  const { bytes: sizeBytes } = request
  const sha256 = request.sha256.toLowerCase()
  if (fileName === '') return refuseField('fileName: is required')
  if ([...fileName].length > maxFileNameCharacters) {
    return refuseField(`fileName: must have at most ${maxFileNameCharacters} characters`)
  }
  const format = uploadFormat(fileName)
  if (format === null) return fail({ kind: 'upload_unsupported' })
  if (!Number.isInteger(sizeBytes) || sizeBytes < 0) {
    return refuseField('bytes: must be the size of the file, a whole number')
  }
  if (sizeBytes === 0) return fail({ kind: 'file_empty' })
  if (sizeBytes > maxModelBytes) return fail({ kind: 'file_too_large' })
  if (!isSha256Hex(sha256)) {
    return refuseField('sha256: must be the SHA-256 of the file, 64 hexadecimal digits')
  }
  const units = readUnits(new Map([['units', request.units]]))
  if (!units.ok) return units
  const id = deps.ids.uuid()
  const address = await openAddress(deps, id, { contentType: contentTypes[format], sizeBytes })
  if (!address.ok) return address
  const { tokenHash, ...open } = address.value
  const expiresAt = new Date(deps.clock.now().getTime() + lifetimeMs)
  const upload = { id, fileName, format, sizeBytes, sha256, units: units.value, expiresAt }
  await deps.signedUploads.add({ ...upload, accountId: caller.accountId, tokenHash })
  return ok({ ...open, uploadId: id, expiresAt })
}

const refuseField = (message: string) => fail({ kind: 'upload_field_invalid', message } as const)

/** Returns the bucket's address, or an address of this service if the store has none. */
async function openAddress(
  { objects, ids, baseUrl, log }: Pick<UploadDeps, 'objects' | 'ids' | 'baseUrl' | 'log'>,
  id: string,
  object: { readonly contentType: string; readonly sizeBytes: number },
) {
  try {
    const origin = new URL(baseUrl).origin
    const place = await objects.openUpload(incomingKey(id), { ...object, origin })
    if (place !== null) {
      return ok({ uploadUrl: place.url, headers: place.headers, tokenHash: null })
    }
  } catch (error) {
    log.error('upload.not_signed', { id, error })
    return fail({ kind: 'storage_failed' } as const)
  }
  // The log redacts texts with this prefix.
  const token = `svc_up_${ids.secretHex(secretBytes)}`
  return ok({
    uploadUrl: `${baseUrl}/api/print-upload/bytes/${token}`,
    headers: { 'content-type': object.contentType },
    tokenHash: await hashSecret(token),
  })
}
