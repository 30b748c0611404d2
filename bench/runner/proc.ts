// Processor times from the kernel (Linux; elsewhere there are none). Unit: clock ticks of a hundredth of a second.
import { readdirSync, readFileSync } from 'node:fs'

/** Sums over all cores since the machine was started. */
export type CpuTimes = {
  /** User and system time of processes, without interrupts. */
  readonly busy: number
  readonly idle: number
  /** Taken by other machines of the same host. */
  readonly steal: number
  readonly all: number
}

/** The first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. */
export function parseCpuTimes(stat: string): CpuTimes | null {
  const fields = /^cpu\s+(.*)$/m.exec(stat)?.[1]?.split(/\s+/).map(Number)
  if (fields === undefined) return null
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softIrq = 0, steal = 0] =
    fields
  const busy = user + nice + system
  return { busy, idle: idle + wait, steal, all: busy + idle + wait + irq + softIrq + steal }
}

export const readCpuTimes = (): CpuTimes | null => parseCpuTimes(textOf('/proc/stat'))

/** How many threads run or wait for a core now, this one included. */
export function readRunQueue(): number | null {
  const found = /^\S+ \S+ \S+ (\d+)\//.exec(textOf('/proc/loadavg'))
  return found === null ? null : Number(found[1])
}

type Process = { readonly parent: number; readonly ticks: number; readonly startedAt: number }

/** `ticks` holds its own time and that of its children that have ended. */
export function readProcess(pid: number): Process | null {
  // The name of the command, in brackets, may hold spaces.
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

/** Empty for a process that has ended, one of another user, and on other systems. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
