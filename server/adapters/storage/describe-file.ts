import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

/** Reads the complete file. Returns its size, and its SHA-256 in hex. */
export async function describeFile(
  path: string,
): Promise<{ readonly sizeBytes: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return { sizeBytes: (await stat(path)).size, sha256: hash.digest('hex') }
}
