// Questions about other processes that several local helpers ask.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Also true for a process of another user. */
export function isAlive(pid: number): boolean {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether that process is a postgres server on this data folder, not a stranger with a reused number. */
export function isPostgres(pid: number, data: string): boolean {
  const line = commandLine(pid)
  return line.includes('postgres') && line.includes(data)
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') return readProc(pid, 'cmdline').replaceAll('\0', ' ')
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
}

/** An ended process that nobody has waited for yet still answers to signals; a container's first process may never wait. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  return /\) Z /.test(readProc(pid, 'stat'))
}

function readProc(pid: number, file: 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return '' // Ended between the question and the look.
  }
}
