// The folder for files on their way through: uploads being received, models fetched from storage.
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TemporaryFiles } from '../domain/ports.ts'

/** No request takes this long, so an older file was left by a process that died. */
const LEFT_BEHIND_MS = 6 * 3_600_000

/** Several processes may share the folder. Files that a dead one left behind are removed here, at the start. */
export function openTemporaryFiles(folder: string): TemporaryFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeLeftBehind(folder)
  return {
    path: () => join(folder, randomUUID()),
    write: async (bytes) => {
      const path = join(folder, randomUUID())
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { path, sizeBytes: bytes.byteLength, sha256 }
    },
    remove: (path) => rm(path, { force: true }),
  }
}

function removeLeftBehind(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) rmSync(path, { force: true })
  }
}
