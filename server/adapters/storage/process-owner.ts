// Names temporary files after the process that creates them, so that other processes can find out when it has ended. A process id is
// reused, so the name includes the start time, and the machine and process namespace that both belong to.
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

const namespace = createHash('sha256')
  .update([hostname(), read('/proc/sys/kernel/random/boot_id'), link('/proc/self/ns/pid')].join())
  .digest('hex')
  .slice(0, 12)
const prefix = `${namespace}.${process.pid}.${startOf(process.pid) ?? '0'}`

/** A new, unique file name of this process. */
export const ownedName = (): string => `${prefix}.${randomUUID()}`

/** Whether the process that created this name has ended. False when that is unknown, as for a name from another machine. */
export function isOwnerGone(name: string): boolean {
  const [of, pid, start] = name.split('.')
  if (of !== namespace || !/^\d+$/.test(pid ?? '')) return false
  if (start === '0') return !isRunning(Number(pid))
  return startOf(Number(pid)) !== start
}

/** Clock ticks from the boot of the machine to the start of the process; null = no such process, or the system does not report it. */
function startOf(pid: number): string | null {
  // The second field is the program's name in parentheses, which may hold anything; the start is the 22nd.
  return /^.*\) (?:\S+ ){19}(\d+)/s.exec(read(`/proc/${pid}/stat`))?.[1] ?? null
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs as another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
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
