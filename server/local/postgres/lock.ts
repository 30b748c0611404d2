// Locks between processes that the kernel releases when their holder ends, even by kill -9: SQLite's file locks.

import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasCode } from '../../domain/base/has-code.ts'

export type Lock = { readonly release: () => void }

/** Keeps the files of held locks from being garbage-collected, which would release them. */
const held = new Set<Database>()

/** Returns null when another process holds the lock, or its folder was removed. */
export function tryLock(path: string, kind: 'exclusive' | 'shared'): Lock | null {
  return existsSync(dirname(path)) ? lock(new Database(path), kind) : null
}

/** Whether a process holds the lock, shared or exclusive. */
export function isLocked(path: string): boolean {
  let file: Database
  try {
    // Never creates the file, because its folder may be in removal.
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
    // The first read takes a shared lock.
    if (kind === 'shared') file.run('SELECT 1 FROM sqlite_schema')
  } catch (error) {
    file.close()
    if (hasCode(error, 'SQLITE_BUSY')) return null
    // The file was removed with its folder after it was opened.
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
