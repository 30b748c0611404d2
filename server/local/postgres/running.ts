// A PostgreSQL server that already runs on a data folder: found by its postmaster.pid, stopped by signal.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { isAlive, isPostgres, sleep } from '../launcher/processes.ts'

const ANSWER_DEADLINE_MS = 60_000
const STOP_DEADLINE_MS = 20_000

/** The server that runs on this data folder, once it accepts connections. Removes what a dead one left behind. */
export async function findRunning(data: string): Promise<{ pid: number; port: number } | null> {
  const deadline = Date.now() + ANSWER_DEADLINE_MS
  for (;;) {
    const file = readPidFile(data)
    if (file === null) return null
    if (!isAlive(file.pid) || !isPostgres(file.pid, data)) {
      // After a crash its number may belong to another program by now; postgres itself would refuse to start.
      rmSync(join(data, 'postmaster.pid'), { force: true })
      return null
    }
    if (file.ready && file.port !== null && (await accepts(file.port))) {
      return { pid: file.pid, port: file.port }
    }
    if (Date.now() > deadline) {
      throw new Error(
        `A PostgreSQL (process ${file.pid}) holds the data folder but does not answer.`,
      )
    }
    await sleep(50)
  }
}

/** null = no file. Its lines are: pid, folder, start, port, socket folder, address, shared memory, state. */
export function readPidFile(
  data: string,
): { pid: number; port: number | null; ready: boolean } | null {
  const path = join(data, 'postmaster.pid')
  if (!existsSync(path)) return null
  const lines = readFileSync(path, 'utf8').split('\n')
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return { pid: -1, port: null, ready: false }
  const port = Number(lines[3])
  return { pid, port: port > 0 ? port : null, ready: lines[7]?.trim() === 'ready' }
}

export async function stopProcess(pid: number, mode: 'fast' | 'immediate'): Promise<void> {
  if (!isAlive(pid)) return
  process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  const deadline = Date.now() + STOP_DEADLINE_MS
  while (isAlive(pid)) {
    if (Date.now() > deadline) {
      process.kill(pid, 'SIGQUIT')
      return
    }
    await sleep(10)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const answer = (value: boolean) => {
      socket.destroy()
      resolve(value)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
  })
}
