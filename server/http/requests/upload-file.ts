// Writes a request body to a file, within the limits of the upload.
import { open } from 'node:fs/promises'
import type { Log } from '../../domain/base/ports.ts'
import type { BodyUpload, BodyUploadFailure } from '../../domain/models/uploads.ts'

export type WriteRefusal = BodyUploadFailure | { readonly kind: 'storage_failed' }

export type UploadFile = {
  /** Writes the chunk, or drops it after a refusal. Never rejects. */
  readonly write: (chunk: Uint8Array) => Promise<void>
  /** Returns why the file is incomplete, or null if it is complete. */
  readonly refusal: () => WriteRefusal | null
  /** Closes the handle in every case, because an open file keeps its disk space. Never rejects. */
  readonly close: () => Promise<void>
}

type Writer = {
  readonly write: (
    bytes: Uint8Array,
    offset: number,
    length: number,
  ) => Promise<{ bytesWritten: number }>
}
export type OpenHandle = Writer & { readonly close: () => Promise<void> }

const openNew = (path: string): Promise<OpenHandle> => open(path, 'wx', 0o600)

/** Opens the file. Never rejects: logs the first disk error and reports it as the refusal. */
export async function openUploadFile(
  upload: Pick<BodyUpload, 'path' | 'take'>,
  log: Pick<Log, 'error'>,
  openHandle: (path: string) => Promise<OpenHandle> = openNew,
): Promise<UploadFile> {
  let refusal: WriteRefusal | null = null
  const diskError = (error: unknown) => {
    if (refusal !== null) return
    log.error('upload.disk_error', { error })
    refusal = { kind: 'storage_failed' }
  }
  const handle = await openHandle(upload.path).catch((error: unknown) => {
    diskError(error)
    return null
  })
  return {
    write: async (chunk) => {
      if (handle === null || refusal !== null) return
      refusal = upload.take(chunk.byteLength)
      if (refusal === null) await writeAll(handle, chunk).catch(diskError)
    },
    refusal: () => refusal,
    close: async () => await handle?.close().catch(diskError),
  }
}

/** Writes the whole chunk. A nearly full disk accepts part of a chunk without an error. */
export async function writeAll(writer: Writer, chunk: Uint8Array): Promise<void> {
  let written = 0
  while (written < chunk.byteLength) {
    const { bytesWritten } = await writer.write(chunk, written, chunk.byteLength - written)
    if (bytesWritten === 0) throw new Error('the disk accepted no bytes')
    written += bytesWritten
  }
}
