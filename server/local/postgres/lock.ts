// Locks between processes that the kernel releases when their holder ends, also by kill -9: SQLite's own file locks.
import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'

export type Lock = { readonly release: () => void }

/** Keeps the files of held locks from being garbage-collected, which would release them. */
const held = new Set<Database>()

/** null = another holder has it, or its folder was removed. */
export function tryLock(path: string, kind: 'exclusive' | 'shared'): Lock | null {
  if (!existsSync(dirname(path))) return null
  const file = new Database(path)
  try {
    file.run(kind === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN')
    // A shared lock is taken by the first read.
    if (kind === 'shared') file.run('SELECT 1 FROM sqlite_schema')
  } catch (error) {
    file.close()
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return null
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

/** Whether a process holds the lock, shared or exclusive. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false
  const lock = tryLock(path, 'exclusive')
  lock?.release()
  return lock === null
}
