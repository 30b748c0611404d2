// Writes an unparsed form to a temporary file, up to a size limit, so that it can be stored or parsed from there.

import type { Log } from '../../domain/base/ports.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import type { BodyUpload } from '../../domain/models/uploads.ts'
import { readCapped } from './capped.ts'
import type { BodyFailure } from './failure.ts'
import { openUploadFile, type WriteRefusal } from './upload-file.ts'

export type RawBodyRefusal = WriteRefusal | Extract<BodyFailure, { kind: 'body_too_large' }>

export type RawBodyOptions = { readonly limitBytes: number; readonly log: Pick<Log, 'error'> }

/** Returns the number of received bytes. The upload owns the file. */
export async function receiveBody(
  { body }: Pick<Request, 'body'>,
  upload: BodyUpload,
  { limitBytes, log }: RawBodyOptions,
): Promise<Result<number, RawBodyRefusal>> {
  const file = await openUploadFile(upload, log)
  let sizeBytes = 0
  let fits = true
  try {
    fits = await readCapped(body, limitBytes, async (chunk) => {
      sizeBytes += chunk.byteLength
      await file.write(chunk)
      return file.refusal() === null
    })
  } finally {
    await file.close()
  }
  const refusal = file.refusal()
  if (refusal !== null) return fail(refusal)
  return fits ? ok(sizeBytes) : fail({ kind: 'body_too_large', limitBytes })
}
