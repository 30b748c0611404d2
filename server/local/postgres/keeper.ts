// A separate process that owns the local PostgreSQL and stops it when no process uses it, even after kill -9 of its users. Run as: bun
// keeper.ts '<ClusterOptions as JSON>'. It writes `ready` or an error sentence to stdout and closes it.
import { closeSync, existsSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { type ClusterOptions, startCluster, stopCluster } from './cluster.ts'
import { isLocked, tryLock } from './lock.ts'

/** Content of `<folder>/keeper.json`. The process id is used for signals, so the number of a process group is rejected. */
export const keeperNote = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  url: v.string(),
})
const clusterOptions = v.object({ folder: v.string(), fast: v.boolean(), temporary: v.boolean() })

export type KeeperNote = v.InferOutput<typeof keeperNote>

export const notePath = (folder: string) => join(folder, 'keeper.json')
/** Lock of the process that starts or stops the database, one at a time. */
export const startLock = (folder: string) => join(folder, 'start.lock.sqlite')
/** Shared by the processes that use the database. Taken and released only under the start lock. */
export const usersLock = (folder: string) => join(folder, 'users.lock.sqlite')
/** Lock that the keeper holds while it runs. */
export const keeperLock = (folder: string) => join(folder, 'keeper.lock.sqlite')

/** How long the database keeps running after its last user was killed, so that a restart finds it running. */
const graceMs = 5_000
const pollMs = 500

async function keep(options: ClusterOptions): Promise<void> {
  const { folder, temporary } = options
  // A process that was killed may have started another keeper just before; that keeper writes the note.
  if (tryLock(keeperLock(folder), 'exclusive') === null) return say('ready')
  rmSync(notePath(folder), { force: true })
  const { url, isRunning, stop } = await startCluster(options)
  const endOnce = async () => {
    // Removed first, because without a note, no process joins a server that is being stopped.
    rmSync(notePath(folder), { force: true })
    await stop()
    process.exit(0)
  }
  let ending: Promise<void> | undefined
  const end = () => {
    ending ??= endOnce()
    return ending
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  const note: KeeperNote = { pid: process.pid, url }
  writeFileSync(notePath(folder), JSON.stringify(note), { mode: 0o600 })
  say('ready')
  for (let unusedMs = 0; isRunning() && existsSync(folder); ) {
    await sleep(pollMs)
    const start = tryLock(startLock(folder), 'exclusive')
    if (start === null) continue
    unusedMs = isLocked(usersLock(folder)) ? 0 : unusedMs + pollMs
    // Keeps the start lock, so that no process joins a database that is being stopped.
    if (unusedMs > (temporary ? 0 : graceMs)) break
    start.release()
  }
  await end()
}

function say(line: string): void {
  try {
    writeSync(1, line)
    closeSync(1)
  } catch {
    // The process that started this keeper was killed. Without users, the database is stopped soon.
  }
}

if (import.meta.main) {
  const options: ClusterOptions = v.parse(clusterOptions, JSON.parse(process.argv[2] ?? '{}'))
  keep(options).catch(async (error) => {
    if (options.temporary) await stopCluster(options).catch(() => undefined)
    say(error instanceof Error ? error.message : String(error))
    process.exit(1)
  })
}
