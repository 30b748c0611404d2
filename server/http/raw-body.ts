// Receives a body as it is into a temporary file, under a cap, so that it can be read later or by somebody else.
import type { Log } from '../domain/ports.ts'
import { fail, ok, type Result } from '../domain/result.ts'
import type { Upload } from '../domain/uploads.ts'
import { openUploadFile, type WriteRefusal } from './upload-file.ts'

export type RawBodyRefusal = WriteRefusal | { readonly kind: 'body_too_large'; limitBytes: number }

/** Bytes received. The file is the upload's. */
export async function receiveBody(
  request: Request,
  upload: Upload,
  { limitBytes, log }: { limitBytes: number; log: Pick<Log, 'error'> },
): Promise<Result<number, RawBodyRefusal>> {
  const file = await openUploadFile(upload, log)
  try {
    let sizeBytes = 0
    for await (const chunk of request.body ?? []) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > limitBytes) return fail({ kind: 'body_too_large', limitBytes })
      await file.write(chunk)
      if (file.refusal() !== null) break
    }
    const refusal = file.refusal()
    return refusal === null ? ok(sizeBytes) : fail(refusal)
  } finally {
    await file.close()
  }
}
