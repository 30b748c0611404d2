// One PostgreSQL cluster on disk: made when missing, started, adopted when it already runs, stopped.
// Listens on 127.0.0.1 only, on a free port, with a password.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { sleep } from '../launcher/processes.ts'
import { type Account, type Binaries, findBinaries, serverAccount } from './binaries.ts'
import { reachableBinaries, reachableHome } from './home.ts'
import { findRunning, readPidFile, stopProcess } from './running.ts'

export type ClusterOptions = {
  /** Ours: password, log, keeper's notes. The data itself lies in `<folder>/data` where the server may reach it. */
  readonly folder: string
  /** For tests: nothing is synced to disk, a crash of the machine may lose the data. */
  readonly fast: boolean
}

export type Cluster = {
  readonly pid: number
  readonly port: number
  readonly password: string
  /** `immediate` skips the checkpoint; the next start recovers from the log. */
  readonly stop: (mode: 'fast' | 'immediate') => Promise<void>
  readonly data: string
}

const START_DEADLINE_MS = 60_000
const SETTINGS = ['unix_socket_directories=', 'listen_addresses=127.0.0.1', 'max_connections=300']
const FAST_SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
]

/** Starts the cluster in the folder, or takes over the one that runs there. Throws a sentence when it cannot. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  mkdirSync(options.folder, { recursive: true, mode: 0o711 })
  const account = serverAccount()
  const data = join(reachableHome(options.folder, account), 'data')
  const running = await findRunning(data)
  if (!existsSync(join(options.folder, 'password'))) await removeForgotten(options, data, running)
  else if (running) return describe({ ...running, folder: options.folder, data })

  const versionFile = join(data, 'PG_VERSION')
  const made = existsSync(versionFile)
  const found = findBinaries(made ? readFileSync(versionFile, 'utf8').trim() : null)
  const setup = { ...options, data, binaries: reachableBinaries(found, account), account }
  if (!made) createCluster(setup)
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const failure = await launch({ ...setup, port })
    const pid = readPidFile(data)?.pid
    if (failure === null && pid) return describe({ pid, port, folder: options.folder, data })
    // Another program may have taken the port between our look and the server's.
    if (attempt === 5 || !failure?.includes('Address already in use')) {
      throw new Error(`PostgreSQL did not start. Its last words: ${failure}`)
    }
  }
}

/** Data outside our folder whose password is gone with the folder: whoever removed that wanted a new beginning. */
async function removeForgotten(
  { folder }: ClusterOptions,
  data: string,
  running: { pid: number } | null,
): Promise<void> {
  if (!existsSync(data)) return
  if (data === join(resolve(folder), 'data')) {
    throw new Error(
      `The local database in ${data} has lost its password file, ${join(folder, 'password')}. ` +
        'Put it back, or remove the whole folder to begin with an empty database.',
    )
  }
  if (running) await stopProcess(running.pid, 'immediate')
  rmSync(data, { recursive: true, force: true })
}

function describe(found: { pid: number; port: number; folder: string; data: string }): Cluster {
  const { pid, port, data } = found
  const password = readFileSync(join(found.folder, 'password'), 'utf8').trim()
  return { pid, port, password, data, stop: (mode) => stopProcess(pid, mode) }
}

type Setup = ClusterOptions & { data: string; binaries: Binaries; account: Account }

/** Made beside its place and moved in at the end, so a half-made cluster is never started. */
function createCluster({ folder, data, binaries, account }: Setup): void {
  const fresh = `${data}.new`
  const passwordFile = `${data}.password`
  const password = randomBytes(24).toString('hex')
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'password'), `${password}\n`, { mode: 0o600 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (account) for (const path of [fresh, passwordFile]) chownSync(path, account.uid, account.gid)
  const made = spawnSync(
    join(binaries.folder, 'initdb'),
    [
      ...['-D', fresh, '--username=postgres', `--pwfile=${passwordFile}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'],
    ],
    { encoding: 'utf8', cwd: '/', env: serverEnvironment(), ...identity(account) },
  )
  rmSync(passwordFile, { force: true })
  if (made.status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error(
      `PostgreSQL's initdb failed: ${(made.stderr || String(made.error ?? '')).trim()}`,
    )
  }
  renameSync(fresh, data)
}

/** null = the server accepts connections; else what its log says. */
async function launch(setup: Setup & { port: number }): Promise<string | null> {
  const { folder, data, binaries, account, port, fast } = setup
  const logPath = join(folder, 'server.log')
  const log = openSync(logPath, 'w', 0o600)
  const settings = [...SETTINGS, ...(fast ? FAST_SETTINGS : []), `port=${port}`]
  const child = spawn(
    join(binaries.folder, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    {
      // Its own session: Ctrl-C in our terminal must not end the database before we are done with it.
      detached: true,
      stdio: ['ignore', log, log],
      cwd: '/',
      env: serverEnvironment(),
      ...identity(account),
    },
  )
  closeSync(log)
  const ended = await becomesReady(child, data)
  return ended ? readFileSync(logPath, 'utf8').trim().split('\n').slice(-4).join(' | ') : null
}

/** true = the process ended, or the deadline passed and it was stopped. */
async function becomesReady(child: ChildProcess, data: string): Promise<boolean> {
  let ended = false
  child.on('error', () => {
    ended = true
  })
  child.on('exit', () => {
    ended = true
  })
  const deadline = Date.now() + START_DEADLINE_MS
  while (!ended && Date.now() < deadline) {
    const file = readPidFile(data)
    if (file?.ready && file.pid === child.pid) {
      child.unref()
      return false
    }
    await sleep(10)
  }
  if (!ended) child.kill('SIGQUIT')
  return true
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

const identity = (account: Account) => (account ? { uid: account.uid, gid: account.gid } : {})

/** Nothing of ours reaches the server's environment: it may run as another user. */
const serverEnvironment = () => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' })
