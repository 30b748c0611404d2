// A small process of its own that owns the local PostgreSQL. Every user of the database holds a socket to it; the
// kernel closes a dead user's socket, so the server ends when its last user does, also after kill -9.
// Run as: bun postgres-keeper.ts '<KeeperOptions as JSON>'. Its first line on stdout is `ready` or a sentence.
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { isAlive } from '../launcher/processes.ts'
import { type Cluster, startCluster } from './cluster.ts'

export type KeeperOptions = {
  readonly folder: string
  readonly fast: boolean
  /** For tests: the folder is removed when the last user leaves. */
  readonly temporary: boolean
}
/** What `<folder>/keeper.json` holds. */
export type KeeperNote = {
  readonly pid: number
  readonly port: number
  readonly secret: string
  readonly url: string
}

/** How long the database outlives a user that died without a word, so that a restart finds it running. */
const GRACE_MS = 5_000
const FIRST_USER_MS = 30_000
const WATCH_MS = 1_000
const LINE_MAX = 200

export const notePath = (folder: string) => join(folder, 'keeper.json')

class Keeper {
  readonly #options: KeeperOptions
  readonly #cluster: Cluster
  readonly #secret = randomBytes(16).toString('hex')
  readonly #users = new Set<Socket>()
  readonly #server = createServer((socket) => this.#welcome(socket))
  #leaving: ReturnType<typeof setTimeout> | undefined
  #ending: Promise<void> | undefined

  constructor(options: KeeperOptions, cluster: Cluster) {
    this.#options = options
    this.#cluster = cluster
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('No port to listen on.')
    const { password, port } = this.#cluster
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    const note: KeeperNote = { pid: process.pid, port: address.port, secret: this.#secret, url }
    writeFileSync(notePath(this.#options.folder), JSON.stringify(note), { mode: 0o600 })
    this.#endAfter(FIRST_USER_MS)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => this.#end())
    }
    setInterval(() => {
      if (!isAlive(this.#cluster.pid)) void this.#end()
    }, WATCH_MS)
  }

  /** A user sends the secret and is welcomed; `bye` is a proper leave, a closed socket a death. */
  #welcome(socket: Socket): void {
    let said = ''
    socket.setEncoding('utf8')
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      if (!this.#users.delete(socket) || this.#users.size > 0) return
      this.#endAfter(this.#options.temporary ? 0 : GRACE_MS)
    })
    socket.on('data', (text) => {
      said = (said + text).slice(-LINE_MAX)
      if (this.#users.has(socket)) {
        if (said.includes('bye\n')) void this.#dismiss(socket)
      } else if (said.includes(`${this.#secret}\n`) && !this.#ending) {
        said = ''
        this.#users.add(socket)
        clearTimeout(this.#leaving)
        socket.write('welcome\n')
      }
    })
  }

  /** The last one to leave waits until the server is down; the others may go at once. */
  async #dismiss(socket: Socket): Promise<void> {
    this.#users.delete(socket)
    if (this.#users.size > 0) socket.destroy()
    else await this.#end()
  }

  #endAfter(ms: number): void {
    clearTimeout(this.#leaving)
    this.#leaving = setTimeout(() => this.#end(), ms)
  }

  #end(): Promise<void> {
    this.#ending ??= this.#endOnce()
    return this.#ending
  }

  /** The note goes last: as long as it names a living keeper, a new user waits instead of starting another. */
  async #endOnce(): Promise<void> {
    const { folder, temporary } = this.#options
    this.#server.close()
    await this.#cluster.stop(temporary ? 'immediate' : 'fast')
    rmSync(notePath(folder), { force: true })
    if (temporary) {
      // Usually inside the folder, but not when the server's account cannot enter it.
      rmSync(dirname(this.#cluster.data), { recursive: true, force: true })
      rmSync(folder, { recursive: true, force: true })
    }
    process.exit(0)
  }
}

async function keep(options: KeeperOptions): Promise<void> {
  await new Keeper(options, await startCluster(options)).open()
  process.stdout.write('ready\n')
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
