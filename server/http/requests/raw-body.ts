// Receives a body as it is into a temporary file, under a cap, so that it can be read later or by somebody else.

import type { Log } from '../../domain/base/ports.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import type { Upload } from '../../domain/models/uploads.ts'
import type { BodyFailure } from './failure.ts'
import { openUploadFile, type UploadFile, type WriteRefusal } from './upload-file.ts'

export type RawBodyRefusal = WriteRefusal | BodyFailure

export type RawBodyOptions = {
  readonly limitBytes: number
  /** For all of the body; null = no limit but the connection's own. */
  readonly timeoutMs: number | null
  readonly log: Pick<Log, 'error'>
}

/** Bytes received. The file is the upload's. */
export async function receiveBody(
  request: Request,
  upload: Upload,
  options: RawBodyOptions,
): Promise<Result<number, RawBodyRefusal>> {
  const file = await openUploadFile(upload, options.log)
  const body = request.body?.getReader()
  let received: Result<number, RawBodyRefusal>
  try {
    received = body === undefined ? ok(0) : await copyBody(body, file, options)
  } finally {
    // Of a body that broke off this says so again.
    body?.cancel().catch(() => {})
    await file.close()
  }
  const refusal = file.refusal()
  return refusal === null ? received : fail(refusal)
}

async function copyBody(
  body: ReadableStreamDefaultReader<Uint8Array>,
  file: UploadFile,
  { limitBytes, timeoutMs }: RawBodyOptions,
): Promise<Result<number, RawBodyRefusal>> {
  let isLate = false
  const giveUp = () => {
    isLate = true
    body.cancel().catch(() => {})
  }
  const timer = timeoutMs === null ? undefined : setTimeout(giveUp, timeoutMs)
  try {
    let sizeBytes = 0
    while (file.refusal() === null) {
      const next = await body.read()
      if (isLate) return fail({ kind: 'body_late' })
      if (next.done) break
      sizeBytes += next.value.byteLength
      if (sizeBytes > limitBytes) return fail({ kind: 'body_too_large', limitBytes })
      await file.write(next.value)
    }
    return ok(sizeBytes)
  } finally {
    clearTimeout(timer)
  }
}
