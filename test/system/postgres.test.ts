// The local PostgreSQL, through every way in which its users and the server itself can end.
import { Database } from 'bun:sqlite'
import { afterAll, afterEach, expect, spyOn, test } from 'bun:test'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { parseConfig } from '../../server/config/config.ts'
import { startLocalServices } from '../../server/local/local-services.ts'
import { keeperLock, startLock } from '../../server/local/postgres/keeper.ts'
import { isLocked, tryLock } from '../../server/local/postgres/lock.ts'
import { isAlive } from '../../testing/service/processes.ts'

const scratch = mkdtempSync(join(tmpdir(), 'svc-postgres-'))
chmodForServer(scratch)
const USER = join(import.meta.dir, '../../testing/database/postgres-user.ts')
const users: User[] = []

type User = {
  readonly process: ChildProcess
  /** Resolves with the next line of output. */
  readonly line: () => Promise<string>
}

afterEach(async () => {
  for (const { process: child } of users.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  }
})
afterAll(async () => {
  for (const name of folders) await until(() => postmaster(name) === null)
  rmSync(scratch, { recursive: true, force: true })
})

const folders: string[] = []
function folder(): string {
  const path = join(scratch, `cluster-${folders.length}`)
  folders.push(path)
  return path
}

function chmodForServer(path: string): void {
  // mkdtemp closes the folder to others; as root the server runs as another user and must be able to enter it.
  spawnSync('chmod', ['711', path])
}

function use(path: string, ...how: string[]): User {
  const child = spawn(process.execPath, [USER, path, ...how], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const waiting: ((line: string) => void)[] = []
  let rest = ''
  child.stdout?.setEncoding('utf8')
  child.stdout?.on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) {
      const waiter = waiting.shift()
      if (waiter) {
        waiter(line)
      } else {
        lines.push(line)
      }
    }
  })
  const line = () => {
    const next = lines.shift()
    if (next !== undefined) return Promise.resolve(next)
    return new Promise<string>((resolve) => waiting.push(resolve))
  }
  const user = { process: child, line }
  users.push(user)
  return user
}

async function stop(user: User): Promise<void> {
  user.process.stdin?.write('stop\n')
  expect(await user.line()).toBe('stopped')
}

async function kill(pid: number): Promise<void> {
  if (!(pid > 1)) throw new Error(`not a process: ${pid}`)
  process.kill(pid, 'SIGKILL')
  await until(() => !isAlive(pid))
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10)
}

/** Process id of the running server of that folder. */
function postmaster(path: string): number | null {
  const file = join(path, 'data/postmaster.pid')
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return isAlive(pid) ? pid : null
}

/** Process id of the keeper of that folder. */
function keeper(path: string): number {
  return JSON.parse(readFileSync(join(path, 'keeper.json'), 'utf8')).pid
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts a user and its server. */
async function running(path = folder(), ...how: string[]) {
  const user = use(path, ...how)
  return { path, user, url: await user.line() }
}

const remember = (url: string) => query(url, 'create table kept as select 42 as answer')
async function expectKept(url: string): Promise<void> {
  expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }])
}

/** Starts a user whose running server contains the table of `remember`. */
async function remembering(path = folder()) {
  const started = await running(path)
  await remember(started.url)
  return started
}

async function stoppedCluster(): Promise<string> {
  const { path, user } = await running()
  await stop(user)
  return path
}

/** Expects that the next start finds the stored rows. */
async function expectFound(path: string): Promise<void> {
  const { user, url } = await running(path)
  await expectKept(url)
  await stop(user)
}

test('a lock is free when its folder is removed during the request', () => {
  const lockFolder = mkdtempSync(join(tmpdir(), 'svc-lock-'))
  const path = join(lockFolder, 'a.sqlite')
  new Database(path).close()
  const { run } = Database.prototype
  const spy = spyOn(Database.prototype, 'run').mockImplementationOnce(function (
    this: Database,
    ...args
  ) {
    rmSync(lockFolder, { recursive: true })
    return Reflect.apply(run, this, args)
  })
  try {
    expect(isLocked(path)).toBe(false)
    expect(spy).toHaveBeenCalledTimes(1)
  } finally {
    spy.mockRestore()
  }
})

test('two processes share one server, which ends when the last one stops and keeps its data', async () => {
  const { path, user: first, url } = await remembering()
  const second = use(path)
  expect(await second.line()).toBe(url)
  await stop(first)
  await expectKept(url)
  await stop(second)
  expect(postmaster(path)).toBeNull()

  await expectFound(path)
})

test('six processes that start concurrently on an empty folder share one server', async () => {
  const path = folder()
  const all = Array.from({ length: 6 }, () => use(path))
  const urls = await Promise.all(all.map((user) => user.line()))
  expect(new Set(urls).size).toBe(1)
  await Promise.all(all.map(stop))
  expect(postmaster(path)).toBeNull()
})

test('kill -9 of the only user ends the server soon after, and the next start finds the data', async () => {
  const { path, user } = await remembering()
  const server = postmaster(path) ?? 0
  user.process.kill('SIGKILL')
  await until(() => !isAlive(server))
  await expectFound(path)
})

test('a start right after kill -9 finds the same server running', async () => {
  const { path, user, url } = await running()
  user.process.kill('SIGKILL')
  const next = use(path)
  expect(await next.line()).toBe(url)
  await stop(next)
})

test('after kill -9 of the keeper, the next start adopts the running server', async () => {
  const { path, user, url } = await remembering()
  const server = postmaster(path)
  await kill(keeper(path))
  await expectKept(url)
  const next = use(path)
  expect(await next.line()).toBe(url)
  expect(postmaster(path)).toBe(server)
  await stop(next)
  // The first user still uses the server.
  await expectKept(url)
  await stop(user)
  expect(postmaster(path)).toBeNull()
})

test('the next start works after kill -9 of everything and reuse of the process number by an unrelated process', async () => {
  const { path, user } = await remembering()
  const pidFile = join(path, 'data/postmaster.pid')
  await kill(keeper(path))
  const text = readFileSync(pidFile, 'utf8')
  await kill(postmaster(path) ?? 0)
  user.process.kill('SIGKILL')
  writeFileSync(pidFile, text.replace(/^\d+/, String(process.pid)))
  await expectFound(path)
})

test('a starter that was killed does not stop the next start', async () => {
  const path = folder()
  const killed = use(path)
  await until(() => existsSync(join(path, 'start.lock.sqlite')))
  killed.process.kill('SIGKILL')
  const user = use(path)
  expect(await user.line()).toStartWith('postgres://')
  await stop(user)
  expect(postmaster(path)).toBeNull()
})

test('a temporary cluster leaves nothing behind, even after kill -9', async () => {
  const stopped = folder()
  const { user: first } = await running(stopped, 'temporary')
  await stop(first)
  expect(existsSync(stopped)).toBe(false)

  const killed = folder()
  const { user: second } = await running(killed, 'temporary')
  const server = postmaster(killed) ?? 0
  second.process.kill('SIGKILL')
  await until(() => !isAlive(server) && !existsSync(killed))
  expect(existsSync(killed)).toBe(false)
})

test('the server listens only on this machine, requires its password, and keeps it private', async () => {
  const { path, user, url } = await running()
  expect(new URL(url).hostname).toBe('127.0.0.1')
  const rows = await query(url, "select setting from pg_settings where name = 'listen_addresses'")
  expect(rows).toEqual([{ setting: '127.0.0.1' }])
  const guess = new URL(url)
  guess.password = 'guess'
  await expect(query(guess.toString(), 'select 1')).rejects.toThrow(
    'password authentication failed',
  )
  for (const name of ['password', 'keeper.json']) {
    expect(statSync(join(path, name)).mode & 0o777).toBe(0o600)
  }
  await stop(user)
})

/** Creates a keeper that has received a stop signal, with a server that does not react before `resume`. */
async function keeperThatStops(path: string) {
  const pid = keeper(path)
  const server = postmaster(path) ?? 0
  process.kill(server, 'SIGSTOP')
  process.kill(pid, 'SIGTERM')
  await until(() => !existsSync(join(path, 'keeper.json')))
  return { pid, resume: () => process.kill(server, 'SIGCONT') }
}

test('a start while the server is being stopped waits and gets a new one', async () => {
  const { path, user } = await remembering()
  const { resume } = await keeperThatStops(path)
  const next = use(path)
  await until(() => isLocked(startLock(path)))
  resume()
  await expectKept(await next.line())
  user.process.kill('SIGKILL')
  await stop(next)
})

test('the last user and the server end together when the user stops while the server is being stopped', async () => {
  const { path, user } = await running()
  const { pid, resume } = await keeperThatStops(path)
  const stopped = stop(user)
  await until(() => isLocked(startLock(path)))
  resume()
  await stopped
  expect(postmaster(path)).toBeNull()
  await until(() => !isAlive(pid))
})

test('a second signal does not end the keeper before its server', async () => {
  const { path } = await running()
  const { pid, resume } = await keeperThatStops(path)
  process.kill(pid, 'SIGTERM')
  resume()
  await until(() => !isAlive(pid))
  expect(postmaster(path)).toBeNull()
})

test('after kill -9 of the keeper while the server stops, the next start waits and starts it again', async () => {
  const { path, user, url } = await remembering()
  await kill(keeper(path))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // For PostgreSQL, SIGTERM is a stop that waits for the clients.
  process.kill(postmaster(path) ?? 0, 'SIGTERM')
  const pidFile = join(path, 'data/postmaster.pid')
  await until(() => readFileSync(pidFile, 'utf8').includes('stopping'))
  const next = use(path)
  // The next keeper has begun. Requesting its lock would take it for a moment, and the next start would treat it as
  // held.
  await until(() => !existsSync(join(path, 'keeper.json')))
  await client.end()
  await expectKept(await next.line())
  user.process.kill('SIGKILL')
  await stop(next)
})

test('the note of a killed keeper is not read while another keeper has its lock and starts', async () => {
  const { path, user } = await remembering()
  await kill(keeper(path))
  const starting = tryLock(keeperLock(path), 'exclusive')
  const note = join(path, 'keeper.json')
  const text = readFileSync(note)
  // A named pipe: it can be opened for writing once the start opens it to read the note.
  rmSync(note)
  execFileSync('mkfifo', [note])
  const next = use(path)
  const read = await open(note, 'w')
  rmSync(note)
  writeFileSync(note, text)
  await read.writeFile(text)
  await read.close()
  starting?.release()
  await expectKept(await next.line())
  expect(isAlive(keeper(path))).toBe(true)
  user.process.kill('SIGKILL')
  await stop(next)
})

test('a lost password file is an error that says what to do', async () => {
  const path = await stoppedCluster()
  rmSync(join(path, 'password'))
  const next = use(path)
  expect(await next.line()).toMatch(
    /^failed: The local database in \S+ has lost its password file, \S+\. Put it back, or move/,
  )
})

test('data of a version that is not installed is an error that says what to do', async () => {
  const path = await stoppedCluster()
  writeFileSync(join(path, 'data/PG_VERSION'), '9\n')
  const next = use(path)
  expect(await next.line()).toMatch(
    /^failed: The local database was made by PostgreSQL 9, but only [\d, ]+ is installed here\. Install PostgreSQL 9/,
  )
})

// Root starts the server under another account, which cannot enter a folder that is closed to others.
const isRoot = process.getuid?.() === 0
const testAsRoot = test.skipIf(!isRoot)
const systemState = '/var/lib/svc-local'

const closedFolder = () => mkdtempSync(join(tmpdir(), 'svc-closed-'))

/** Returns the folders in /var/lib that were created for clusters under `closed`. */
function homesFor(closed: string): string[] {
  if (!existsSync(systemState)) return []
  return readdirSync(systemState).filter((name) => {
    const origin = join(systemState, name, 'origin')
    return existsSync(origin) && readFileSync(origin, 'utf8').startsWith(closed)
  })
}

testAsRoot(
  'a temporary cluster in a closed folder leaves nothing in /var/lib, also after kill -9',
  async () => {
    const closed = closedFolder()
    const stopped = use(join(closed, 'stopped'), 'temporary')
    expect(await stopped.line()).toStartWith('postgres://')
    expect(homesFor(closed)).toHaveLength(1)
    await stop(stopped)
    expect(homesFor(closed)).toEqual([])

    const killed = use(join(closed, 'killed'), 'temporary')
    expect(await killed.line()).toStartWith('postgres://')
    killed.process.kill('SIGKILL')
    await until(() => homesFor(closed).length === 0)
    rmSync(closed, { recursive: true })
  },
)

testAsRoot(
  'a kept cluster in a closed folder is found again, and removed with its folder',
  async () => {
    const closed = closedFolder()
    const { user: first } = await remembering(join(closed, 'kept'))
    await stop(first)
    const second = use(join(closed, 'kept'))
    await expectKept(await second.line())
    expect(homesFor(closed)).toHaveLength(1)
    rmSync(closed, { recursive: true })
    await until(() => homesFor(closed).length === 0)
    second.process.kill('SIGKILL')

    mkdirSync(closed, { mode: 0o700 })
    const { user: third } = await running(join(closed, 'kept'))
    await stop(third)
    expect(homesFor(closed)).toHaveLength(1)
    rmSync(join(closed, 'kept'), { recursive: true })
    // The next start of any cluster removes homes without a folder.
    const { user: another } = await running(folder())
    expect(homesFor(closed)).toEqual([])
    await stop(another)
    rmSync(closed, { recursive: true })
  },
)

/** Removes a closed folder and its homes in /var/lib. */
function removeClosed(closed: string): void {
  for (const name of homesFor(closed)) rmSync(join(systemState, name), { recursive: true })
  rmSync(closed, { recursive: true })
}

/** Returns the path of a stopped cluster that contains the table of `remember`. */
async function closedCluster(closed: string): Promise<string> {
  const { path, user } = await remembering(join(closed, 'state', 'postgres'))
  await stop(user)
  return path
}

testAsRoot('a closed folder that was moved keeps its database', async () => {
  const closed = closedFolder()
  await closedCluster(closed)
  renameSync(join(closed, 'state'), join(closed, 'moved'))
  // The start of another cluster does not treat it as an orphan.
  const { user: other } = await running(join(closed, 'other', 'postgres'))
  await stop(other)
  await expectFound(join(closed, 'moved', 'postgres'))
  expect(homesFor(join(closed, 'state'))).toEqual([])
  expect(homesFor(join(closed, 'moved'))).toHaveLength(1)
  removeClosed(closed)
})

testAsRoot('a closed folder that is moved while its database runs keeps it', async () => {
  const closed = closedFolder()
  const { user } = await remembering(join(closed, 'state', 'postgres'))
  const pid = keeper(join(closed, 'state', 'postgres'))
  renameSync(join(closed, 'state'), join(closed, 'moved'))
  await until(() => !isAlive(pid))
  await stop(user)
  await expectFound(join(closed, 'moved', 'postgres'))
  removeClosed(closed)
})

testAsRoot('a copy of a closed folder does not share the database of the original', async () => {
  const closed = closedFolder()
  const path = await closedCluster(closed)
  cpSync(join(closed, 'state'), join(closed, 'copy'), { recursive: true })
  const { user: copy } = await remembering(join(closed, 'copy', 'postgres'))
  await stop(copy)
  expect(homesFor(join(closed, 'copy'))).toHaveLength(1)
  await expectFound(path)
  removeClosed(closed)
})

testAsRoot('a database where version 0.1.0 kept it in /var/lib is adopted', async () => {
  const closed = closedFolder()
  const path = await closedCluster(closed)
  const home = readFileSync(join(path, 'home'), 'utf8')
  const name = createHash('sha256').update(path).digest('hex').slice(0, 16)
  copyFileSync(join(home, 'password'), join(path, 'password'))
  for (const file of [join(path, 'home'), join(home, 'origin'), join(home, 'password')]) {
    rmSync(file)
  }
  renameSync(home, join(systemState, name))
  for (let start = 1; start <= 2; start++) {
    await expectFound(path)
    expect(homesFor(closed)).toEqual([name])
  }
  expect(existsSync(join(path, 'password'))).toBe(false)
  removeClosed(closed)
})

testAsRoot('a state folder that local mode creates holds the database itself', async () => {
  const stateDir = join(scratch, 'state')
  const parsed = parseConfig({
    STATE_DIR: stateDir,
    STRIPE_SECRET_KEY: 'sk',
    STRIPE_WEBHOOK_SECRET: 'wh',
  })
  if (!parsed.ok) throw new Error(parsed.failure.join(' '))
  const services = await startLocalServices(parsed.value, 'http://localhost:1')
  expect(postmaster(join(stateDir, 'postgres'))).not.toBeNull()
  expect(statSync(stateDir).mode & 0o007).toBe(0)
  await services.close()
})
