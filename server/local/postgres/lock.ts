// Locks between processes that the kernel releases when their holder ends, also by kill -9: SQLite's own file locks.
import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'

export type Lock = { readonly release: () => void }

/** Keeps the files of held locks from being garbage-collected, which would release them. */
const held = new Set<Database>()

/** null = another holder has it, or its folder was removed. */
export function tryLock(path: string, kind: 'exclusive' | 'shared'): Lock | null {
  return existsSync(dirname(path)) ? lock(new Database(path), kind) : null
}

/** Whether a process holds the lock, shared or exclusive. */
export function isLocked(path: string): boolean {
  let file: Database
  try {
    // Never creates the file: its folder may be being removed.
    file = new Database(path, { readwrite: true, create: false })
  } catch {
    return false
  }
  const taken = lock(file, 'exclusive')
  taken?.release()
  return taken === null && existsSync(path)
}

function lock(file: Database, kind: 'exclusive' | 'shared'): Lock | null {
  try {
    file.run(kind === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN')
    // A shared lock is taken by the first read.
    if (kind === 'shared') file.run('SELECT 1 FROM sqlite_schema')
  } catch (error) {
    file.close()
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return null
    // Removed with its folder since it was opened.
    if (!existsSync(file.filename)) return null
    throw error
  }
  held.add(file)
  return {
    release: () => {
      held.delete(file)
      file.run('ROLLBACK')
      file.close()
    },
  }
}
