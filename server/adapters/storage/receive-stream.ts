// Writes a stream to a new local file and returns its size and digest, without holding it in memory.
import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'

/** Called before bytes are written to the path. Throws when there is not enough space for them. */
export type Grow = (path: string, bytes: number) => void

export type ReceiveOptions = {
  readonly grow?: Grow | undefined
  readonly onChunk?: (chunk: Uint8Array) => void
}

/** Writes the stream. If the stream or the disk fails, or `onChunk` throws, neither the file nor an open handle is left behind. */
export async function receiveStream(
  stream: AsyncIterable<Uint8Array>,
  path: string,
  { grow, onChunk }: ReceiveOptions = {},
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of stream) {
      onChunk?.(chunk)
      grow?.(path, chunk.byteLength)
      hash.update(chunk)
      sizeBytes += chunk.byteLength
      await writeAll(file, chunk)
    }
    await file.close()
  } catch (error) {
    // Closing twice is harmless, and the first error is the one to report.
    await file.close().catch(() => undefined)
    await rm(path, { force: true })
    throw error
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** Writes a complete chunk. A nearly full disk accepts only part of a chunk and reports no error. */
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let written = 0
  while (written < chunk.byteLength) {
    const { bytesWritten } = await file.write(chunk, written, chunk.byteLength - written)
    if (bytesWritten === 0) throw new Error('the disk accepted no bytes')
    written += bytesWritten
  }
}
