// Access to files of this machine that may be missing.
import { usageError } from '../terminal/exit-codes.ts'

/** Returns the result, or null if the file is missing. Throws a usage error for a file that exists but cannot be read. */
export async function ifExists<T>(path: string, access: Promise<T>): Promise<T | null> {
  try {
    return await access
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    if (code === null) throw error
    // ENOTDIR: a parent of the path is a file.
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw usageError(`${path} cannot be read: the system reports ${code}.`)
  }
}
