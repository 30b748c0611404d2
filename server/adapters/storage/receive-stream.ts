// Writes a stream to a local file and tells its size and digest, without holding it in memory.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Called before bytes are written to the path; throws when there is no room for them. */
export type Grow = (path: string, bytes: number) => void

export type ReceiveOptions = {
  readonly grow?: Grow | undefined
  readonly onChunk?: (chunk: Uint8Array) => void
}

/** When the stream breaks off or the disk fails, no file and no open handle are left behind. */
export async function receiveStream(
  stream: Readable,
  path: string,
  { grow, onChunk }: ReceiveOptions = {},
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* measured(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      grow?.(path, chunk.byteLength)
      hash.update(chunk)
      sizeBytes += chunk.byteLength
      onChunk?.(chunk)
      yield chunk
    }
  }
  try {
    await pipeline(stream, measured, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}
