// Checks whether a process is still running, for tests that end some.
import { readFileSync } from 'node:fs'

/** Also true for a process of another user; false for one that has ended and was not waited for. */
export function isAlive(pid: number): boolean {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Returns whether it is a zombie, which still accepts signals; the first process of a container may never wait for
 * it.
 */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true // The process ended meanwhile.
  }
}
