// Processor times from the kernel (Linux only; empty on other systems). Unit: clock ticks of a
// hundredth of a second.
import { readdirSync, readFileSync } from 'node:fs'

/** Sums over all cores since the machine started. */
export type CpuTimes = {
  /** User and system time of processes, without interrupts. */
  readonly busy: number
  readonly idle: number
  /** Time taken by other virtual machines on the same host. */
  readonly steal: number
  readonly all: number
}

/** Parses the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. */
export function parseCpuTimes(stat: string): CpuTimes | null {
  const fields = /^cpu\s+(.*)$/m.exec(stat)?.[1]?.split(/\s+/).map(Number)
  if (fields === undefined) return null
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softIrq = 0, steal = 0] =
    fields
  const busy = user + nice + system
  return { busy, idle: idle + wait, steal, all: busy + idle + wait + irq + softIrq + steal }
}

export const readCpuTimes = (): CpuTimes | null => parseCpuTimes(textOf('/proc/stat'))

/** Returns the number of threads that run or wait for a core now, including this one. */
export function readRunQueue(): number | null {
  const found = /^\S+ \S+ \S+ (\d+)\//.exec(textOf('/proc/loadavg'))
  return found === null ? null : Number(found[1])
}

type Process = { readonly parent: number; readonly ticks: number; readonly startedAt: number }

/** Reads a process. `ticks` includes its own time and that of its terminated children. */
export function readProcess(pid: number): Process | null {
  // The name of the command, in parentheses, may contain spaces.
  const stat = textOf(`/proc/${pid}/stat`)
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  if (stat === '') return null
  const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0)
  return { parent: fields[1] ?? 0, ticks, startedAt: fields[19] ?? 0 }
}

export function readPids(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

export const readEnvironment = (pid: number): string => textOf(`/proc/${pid}/environ`)

/**
 * Returns the text of a file; empty for a terminated process, a process of another user, and on
 * other systems.
 */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
