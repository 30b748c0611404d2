// Writes a stream to a local file and tells its size and digest, without holding it in memory.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A stream that breaks off leaves no file behind. */
export async function receiveStream(
  stream: Readable,
  path: string,
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      sizeBytes += chunk.length
      done(null, chunk)
    },
  })
  try {
    await pipeline(stream, measure, createWriteStream(path))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}
