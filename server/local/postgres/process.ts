// Processes that are not children of this process.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { hasCode } from '../../domain/base/has-code.ts'

/** Sends a signal. Ignores a process that has ended in the meantime. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}

export const isRunning = (pid: number): boolean => commandLine(pid) !== ''

/** Returns the command line, or an empty text for a process that has ended, whether or not it was reaped. */
export function commandLine(pid: number): string {
  if (process.platform === 'linux') return readProcessFile(`/proc/${pid}/cmdline`)
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
}

/** Returns the content of a file, or an empty text when there is none: both kinds of files disappear with their process. */
export function readProcessFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
