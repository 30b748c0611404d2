// A small process of its own that owns the local PostgreSQL. Every user of the database holds a socket to it; the
// kernel closes a dead user's socket, so the server ends when its last user does, also after kill -9.
// Run as: bun postgres-keeper.ts '<KeeperOptions as JSON>'. Its first line on stdout is `ready` or a sentence.
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { type Cluster, startCluster } from './postgres-cluster.ts'
import { isAlive } from './processes.ts'

export type KeeperOptions = {
  readonly folder: string
  readonly fast: boolean
  /** For tests: the folder is removed when the last user leaves. */
  readonly temporary: boolean
}
/** What `<folder>/keeper.json` holds. */
export type KeeperNote = { readonly port: number; readonly secret: string; readonly url: string }

/** How long the database outlives a user that died without a word, so that a restart finds it running. */
const GRACE_MS = 5_000
const FIRST_USER_MS = 30_000
const WATCH_MS = 1_000

export const notePath = (folder: string) => join(folder, 'keeper.json')

async function keep(options: KeeperOptions): Promise<void> {
  const cluster = await startCluster(options)
  const secret = randomBytes(16).toString('hex')
  const users = new Set<Socket>()
  let leaving: ReturnType<typeof setTimeout> | undefined
  let ending = false

  const end = async () => {
    if (ending) return
    ending = true
    server.close()
    rmSync(notePath(options.folder), { force: true })
    await endCluster(cluster, options)
    for (const user of users) user.destroy()
    process.exit(0)
  }
  const leaveAfter = (ms: number) => {
    clearTimeout(leaving)
    leaving = setTimeout(end, ms)
  }
  const server = createServer((socket) => {
    let greeted = false
    let said = ''
    socket.setEncoding('utf8')
    socket.on('error', () => socket.destroy())
    socket.on('data', (text) => {
      said = (said + text).slice(-200)
      if (!greeted && said.includes(`${secret}\n`)) {
        greeted = true
        said = ''
        users.add(socket)
        clearTimeout(leaving)
        socket.write('welcome\n')
      }
      if (greeted && said.includes('bye\n')) {
        // The last one waits until the server is down; the others may go at once.
        if (users.size === 1) void end()
        else socket.destroy()
      }
    })
    socket.on('close', () => {
      if (!users.delete(socket) || users.size > 0 || ending) return
      leaveAfter(options.temporary ? 0 : GRACE_MS)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port to listen on.')
  const url = `postgres://postgres:${cluster.password}@127.0.0.1:${cluster.port}/postgres`
  const note: KeeperNote = { port: address.port, secret, url }
  writeFileSync(notePath(options.folder), JSON.stringify(note), { mode: 0o600 })
  leaveAfter(FIRST_USER_MS)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  setInterval(() => {
    if (!isAlive(cluster.pid)) void end()
  }, WATCH_MS)
  process.stdout.write('ready\n')
}

async function endCluster(cluster: Cluster, options: KeeperOptions): Promise<void> {
  await cluster.stop(options.temporary ? 'immediate' : 'fast')
  if (!options.temporary) return
  rmSync(cluster.data, { recursive: true, force: true })
  rmSync(options.folder, { recursive: true, force: true })
}

if (import.meta.main) {
  const options: KeeperOptions = JSON.parse(process.argv[2] ?? '{}')
  keep(options).catch((error) => {
    if (options.temporary) rmSync(options.folder, { recursive: true, force: true })
    process.stdout.write(`${error instanceof Error ? error.message : error}\n`, () =>
      process.exit(1),
    )
  })
}
