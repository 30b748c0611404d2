// Names temporary files after the process that creates them, so that other processes can find out whether it has ended. Process ids are
// reused, so the name includes the start time, and the machine and process namespace.

import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { hasCode } from '../../domain/base/has-code.ts'

const namespace = createHash('sha256')
  .update([hostname(), read('/proc/sys/kernel/random/boot_id'), link('/proc/self/ns/pid')].join())
  .digest('hex')
  .slice(0, 12)
const prefix = `${namespace}.${process.pid}.${startOf(process.pid) ?? '0'}`

/** Returns a new, unique file name for this process. */
export const ownedName = (): string => `${prefix}.${randomUUID()}`

/** Whether the process that created this name has ended. False when that is unknown, for example for a name from another machine. */
export function isOwnerGone(name: string): boolean {
  const [of, pid, start] = name.split('.')
  if (of !== namespace || !/^\d+$/.test(pid ?? '')) return false
  if (start === '0') return !isRunning(Number(pid))
  return startOf(Number(pid)) !== start
}

/**
 * Returns the clock ticks from the boot of the machine to the start of the process. Null when there is no such process, or the system does
 * not report it.
 */
function startOf(pid: number): string | null {
  // The second field is the program's name in parentheses, which may contain anything; the start is field 22.
  return /^.*\) (?:\S+ ){19}(\d+)/s.exec(read(`/proc/${pid}/stat`))?.[1] ?? null
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that it runs as another user.
    return !hasCode(error, 'ESRCH')
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return '' // Not Linux, or no such process.
  }
}

function link(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return '' // Not Linux.
  }
}
