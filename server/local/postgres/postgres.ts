// The local PostgreSQL for the rest of the project: start or join it, use its URL, release it. keeper.ts owns the server.
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { type ClusterOptions, stopCluster } from './cluster.ts'
import {
  type KeeperNote,
  keeperLock,
  keeperNote,
  notePath,
  startLock,
  usersLock,
} from './keeper.ts'
import { isLocked, type Lock, tryLock } from './lock.ts'
import { isRunning, sendSignal } from './process.ts'

export type LocalPostgres = {
  readonly url: string
  /** Releases the server. The last user's call resolves when the server is down. */
  readonly stop: () => Promise<void>
}

export type LocalPostgresOptions = {
  readonly folder: string
  /** For tests: nothing is synced to disk. */
  readonly fast?: boolean
  /** For tests: everything is removed when the last user stops or dies. */
  readonly temporary?: boolean
}

const startLimitMs = 120_000

/**
 * Starts PostgreSQL on the folder, or joins the server that runs there. Any number of processes may call it at the same time. The server
 * ends with its last user, even if that user is killed. Throws an error with a sentence that names the missing part.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const { folder, fast = false, temporary = false } = options
  const cluster = { folder, fast, temporary }
  const start = await lockStart(cluster)
  try {
    const url = await runningUrl(cluster)
    const use = tryLock(usersLock(folder), 'shared')
    if (use === null) throw new Error(`The local database in ${folder} was removed.`)
    let stopped: Promise<void> | undefined
    const stop = () => {
      stopped ??= stopUsing(cluster, use)
      return stopped
    }
    return { url, stop }
  } finally {
    start.release()
  }
}

function lockStart({ folder, temporary }: ClusterOptions): Promise<Lock> {
  return poll(folder, async () => {
    // Created every time, because a temporary cluster that is being stopped removes its folder.
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    // mkdtemp makes the folder private to root, but the server runs under another account.
    if (temporary) chmodSync(folder, 0o711)
    return tryLock(startLock(folder), 'exclusive')
  })
}

/** Returns the URL of the server. Starts the server if it has no keeper. */
function runningUrl(cluster: ClusterOptions): Promise<string> {
  const { folder } = cluster
  return poll(folder, async () => {
    if (!isLocked(keeperLock(folder))) await startKeeper(cluster)
    // There is no note while a keeper stops the server, or starts it for a process that was killed. The note of a killed keeper may still
    // exist then.
    const note = readNote(folder)
    return note !== null && isRunning(note.pid) ? note.url : null
  })
}

async function poll<T>(folder: string, read: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + startLimitMs
  while (Date.now() < deadline) {
    const value = await read()
    if (value !== null) return value
    await sleep(20)
  }
  throw new Error(
    `The local database in ${folder} did not start or stop in ${startLimitMs / 1000} s.`,
  )
}

async function stopUsing(cluster: ClusterOptions, use: Lock): Promise<void> {
  const { folder } = cluster
  if (!existsSync(folder)) return use.release()
  const start = await lockStart(cluster)
  try {
    use.release()
    if (!isLocked(usersLock(folder))) await stopServer(cluster)
  } finally {
    start.release()
  }
}

async function stopServer(cluster: ClusterOptions): Promise<void> {
  const { folder } = cluster
  const isKept = () => isLocked(keeperLock(folder))
  // Without a note, the keeper is starting or already stopping the server.
  const note = await poll(folder, async () => (isKept() ? readNote(folder) : 'no keeper'))
  if (note === 'no keeper') {
    await stopCluster(cluster)
  } else {
    sendSignal(note.pid, 'SIGTERM')
  }
  // The keeper removes a temporary folder before it ends.
  const isStopping = () => isKept() || (cluster.temporary && existsSync(folder))
  await poll(folder, async () => (isStopping() ? null : true))
}

function readNote(folder: string): KeeperNote | null {
  try {
    return v.parse(keeperNote, JSON.parse(readFileSync(notePath(folder), 'utf8')))
  } catch {
    return null // The file does not exist, is being written, or is damaged.
  }
}

async function startKeeper(cluster: ClusterOptions): Promise<void> {
  const script = join(import.meta.dir, 'keeper.ts')
  // A separate session, with a shell in between that exits immediately: the keeper must survive Ctrl-C, the end of this process, and Bun's
  // test runner, which kills the child processes of a test that takes too long.
  const { stdout } = Bun.spawn(
    ['/bin/sh', '-c', '"$0" "$@" &', process.execPath, script, JSON.stringify(cluster)],
    {
      detached: true,
      // By default, Bun passes the environment with which this process was started, without later changes.
      env: process.env,
      stdio: ['ignore', 'pipe', Bun.file(join(cluster.folder, 'keeper.log'))],
    },
  )
  const line = await new Response(stdout).text()
  if (line !== 'ready') throw new Error(line || 'The process that keeps the database ended.')
}
