// One PostgreSQL cluster on disk: created when missing, started, adopted if it is already running, stopped. It listens only on 127.0.0.1,
// on a free port, with a password.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { type Account, reachableHome, reachablePrograms, serverAccount } from './home.ts'
import { commandLine, readProcessFile, sendSignal } from './process.ts'

export type ClusterOptions = {
  /** Contains logs and locks, and also the cluster if the server's account can access the folder. */
  readonly folder: string
  /** For tests: nothing is synced to disk, so a crash of the machine may lose the data. */
  readonly fast: boolean
  /** For tests: `stop` removes everything. */
  readonly temporary: boolean
}

export type Cluster = {
  readonly url: string
  readonly isRunning: () => boolean
  /** Resolves when the server is down. */
  readonly stop: () => Promise<void>
}

type ClusterFolder = { readonly home: string; readonly data: string; readonly account: Account }
/** `port` is null until the server accepts connections. */
type Server = { readonly pid: number; readonly port: number | null }

const startLimitMs = 60_000
const stopLimitMs = 20_000
const portAttempts = 5
const settings = ['unix_socket_directories=', 'listen_addresses=127.0.0.1', 'max_connections=300']
const fastSettings = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  ...['wal_level=minimal', 'max_wal_senders=0', 'autovacuum=off'],
]

/**
 * Starts the cluster of the folder, or adopts its running server. Throws an error with a user-readable sentence if that is impossible.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const place = locate(options.folder)
  const { data, home } = place
  const passwordFile = join(home, 'password')
  if (existsSync(data) && !existsSync(passwordFile)) {
    throw new Error(
      `The local database in ${data} has lost its password file, ${passwordFile}. ` +
        'Put it back, or move the data folder away to begin with an empty database.',
    )
  }
  const isRunning = () => findServer(data) !== null
  // Also null for a server that was stopping and has ended.
  let port = await untilReady(data, isRunning)
  if (port === null && isRunning()) {
    throw new Error(`The PostgreSQL in ${data} runs but accepts no connections.`)
  }
  port ??= await start(place, options)
  const password = readFileSync(passwordFile, 'utf8').trim()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const handle = openSync(options.folder, 'r')
  const stopAndClean = async () => {
    await stop(place, options)
    // The home in /var/lib is removed together with its folder. A moved folder, unlike a removed one, still has links, and its next start
    // needs the home.
    const isRemoved = !existsSync(options.folder) && fstatSync(handle).nlink === 0
    if (isRemoved) rmSync(home, { recursive: true, force: true })
  }
  return { url, isRunning, stop: stopAndClean }
}

/** Stops a cluster whose keeper was killed. Does nothing if the cluster is not running. */
export const stopCluster = (options: ClusterOptions): Promise<void> =>
  stop(locate(options.folder), options)

async function stop(
  { data, home }: ClusterFolder,
  { folder, temporary }: ClusterOptions,
): Promise<void> {
  // SIGQUIT skips the checkpoint; the next start would recover from the log.
  const isStopped =
    (!temporary && (await endServer(data, 'SIGINT'))) || (await endServer(data, 'SIGQUIT'))
  if (!isStopped) throw new Error(`The PostgreSQL in ${data} does not stop.`)
  if (!temporary) return
  for (const path of [home, folder]) rmSync(path, { recursive: true, force: true })
}

/** Returns whether the server ended in time. */
async function endServer(data: string, signal: 'SIGINT' | 'SIGQUIT'): Promise<boolean> {
  const server = findServer(data)
  if (server !== null) sendSignal(server.pid, signal)
  const deadline = Date.now() + stopLimitMs
  while (findServer(data) !== null && Date.now() < deadline) await sleep(10)
  return findServer(data) === null
}

function locate(folder: string): ClusterFolder {
  const account = serverAccount()
  const home = reachableHome(folder, account)
  return { home, data: join(home, 'data'), account }
}

async function start(place: ClusterFolder, { folder, fast }: ClusterOptions): Promise<number> {
  const { home, data, account } = place
  const versionFile = join(data, 'PG_VERSION')
  const isNew = !existsSync(versionFile)
  const binaries = findBinaries(isNew ? null : readFileSync(versionFile, 'utf8').trim())
  const programs = reachablePrograms(binaries, home, account)
  if (isNew) createCluster(place, programs, fast)
  // Postgres refuses to start when the process id in a file left by a crash is in use again. It must still refuse when another program has
  // started a server here in the meantime.
  if (findServer(data) === null) rmSync(join(data, 'postmaster.pid'), { force: true })
  const logPath = join(folder, 'server.log')
  for (let attempt = 1; ; attempt++) {
    const log = openSync(logPath, 'w', 0o600)
    const all = [...settings, ...(fast ? fastSettings : []), `port=${freePort()}`]
    const child = spawn(
      join(programs, 'postgres'),
      ['-D', data, ...all.flatMap((setting) => ['-c', setting])],
      // A separate session, because Ctrl-C in a terminal must not stop the database before its users are done.
      { detached: true, stdio: ['ignore', log, log], ...processOptions(account) },
    )
    closeSync(log)
    child.unref()
    let ended = false
    for (const event of ['error', 'exit']) {
      child.once(event, () => {
        ended = true
      })
    }
    const port = await untilReady(data, () => !ended)
    if (port !== null) return port
    child.kill('SIGQUIT')
    const output = readFileSync(logPath, 'utf8').trim().split('\n').slice(-4).join(' | ')
    // Another program may have taken the port in the meantime.
    if (attempt === portAttempts || !output.includes('Address already in use')) {
      throw new Error(`PostgreSQL did not start. Its last output: ${output}`)
    }
  }
}

/** Returns the port once the server accepts connections, or null when the server ended or took too long. */
async function untilReady(data: string, isAlive: () => boolean): Promise<number | null> {
  const deadline = Date.now() + startLimitMs
  while (isAlive() && Date.now() < deadline) {
    const port = findServer(data)?.port ?? null
    if (port !== null) return port
    await sleep(10)
  }
  return null
}

/** Creates the cluster in a neighboring folder and renames that folder at the end, so that an incomplete cluster is never started. */
function createCluster(
  { home, data, account }: ClusterFolder,
  programs: string,
  fast: boolean,
): void {
  const fresh = `${data}.new`
  const password = join(home, 'password')
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  writeFileSync(password, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 })
  if (account) for (const path of [fresh, password]) chownSync(path, account.uid, account.gid)
  const { status, stderr, error } = spawnSync(
    join(programs, 'initdb'),
    [
      ...['-D', fresh, '--username=postgres', `--pwfile=${password}`],
      // SCRAM costs both sides milliseconds per connection, and tests open thousands of them.
      ...[`--auth=${fast ? 'md5' : 'scram-sha-256'}`, '--encoding=UTF8', '--locale=C', '--no-sync'],
    ],
    { encoding: 'utf8', ...processOptions(account) },
  )
  if (status !== 0) {
    throw new Error(`PostgreSQL's initdb failed: ${(stderr || String(error ?? '')).trim()}`)
  }
  renameSync(fresh, data)
}

/** Returns the server that runs on this data folder. Ignores a postmaster.pid left by a crash. */
function findServer(data: string): Server | null {
  const path = join(data, 'postmaster.pid')
  // Lines of the file: pid, folder, start, port, socket folder, address, shared memory, state.
  const [pid, , , port, , , , state] = readProcessFile(path).split('\n')
  if (!/^[1-9]\d*$/.test(pid ?? '')) return null
  const command = commandLine(Number(pid))
  if (!command.includes('postgres') || !command.includes(data)) return null
  return { pid: Number(pid), port: state?.trim() === 'ready' ? Number(port) : null }
}

/** Passes nothing of our environment to the server, which may run as another user. */
const processOptions = (account: Account) => ({
  cwd: '/',
  env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
  ...(account && { uid: account.uid, gid: account.gid }),
})

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  probe.stop(true)
  return probe.port
}
