// Identifies the slicer of a slice by the hash of the program, so that a slice is not used after the slicer was replaced.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

/** Returns the slicer's identity; null when it is currently unknown. */
export type Identity = () => Promise<string | null>

/** Reads the program again when its file has changed. A script that starts another program is treated as the slicer. */
export function createIdentity(slicerPath: string | null): Identity {
  let known = { file: '', hash: '' }
  return async () => {
    if (slicerPath === null) return null
    try {
      // Follows links, because an update may replace their target.
      const { ino, size, mtimeMs } = await stat(slicerPath)
      const file = `${ino} ${size} ${mtimeMs}`
      if (known.file !== file) known = { file, hash: await hashOf(slicerPath) }
      return known.hash
    } catch {
      return null
    }
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex').slice(0, 16)
}
