// Processes that are not our children.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process that has ended in the meantime is ignored. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

export const isRunning = (pid: number): boolean => commandLine(pid) !== ''

/** Empty for a process that has ended, waited for or not. */
export function commandLine(pid: number): string {
  if (process.platform === 'linux') return readProcessFile(`/proc/${pid}/cmdline`)
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
}

/** Empty when there is none: both kinds of files disappear with their process. */
export function readProcessFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
