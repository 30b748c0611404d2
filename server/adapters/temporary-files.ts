// The folder for files on their way through: uploads being received, models fetched from storage.
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TemporaryFiles } from '../domain/ports.ts'

/** No request takes this long, so an older file was left by a process that died. */
const LEFT_BEHIND_MS = 6 * 3_600_000

/** How often a process looks for such files again, while it makes some itself. */
const LOOK_EVERY_MS = 3_600_000

/** Several processes may share the folder. Files that a dead one left behind are removed here: at the start, and hourly. */
export function openTemporaryFiles(folder: string, now: () => number = Date.now): TemporaryFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let lookedAt = Number.NEGATIVE_INFINITY
  const nextPath = () => {
    if (now() - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = now()
      removeLeftBehind(folder, lookedAt)
    }
    return join(folder, randomUUID())
  }
  nextPath()
  return {
    path: nextPath,
    write: async (bytes) => {
      const path = nextPath()
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { path, sizeBytes: bytes.byteLength, sha256 }
    },
    remove: (path) => rm(path, { force: true }),
  }
}

function removeLeftBehind(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && now - found.mtimeMs > LEFT_BEHIND_MS) rmSync(path, { force: true })
  }
}
