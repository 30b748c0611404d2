// The local PostgreSQL as the rest sees it: ask for it, get a URL, let it go. postgres-keeper.ts owns the server.
import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isAlive, sleep } from '../launcher/processes.ts'
import { type KeeperNote, type KeeperOptions, notePath } from './keeper.ts'

export type LocalPostgres = {
  readonly url: string
  /** Lets go of the server; the last user's stop waits until it is down. */
  readonly stop: () => Promise<void>
}

export type LocalPostgresOptions = {
  readonly dataDir: string
  /** For tests: nothing is synced to disk. */
  readonly fast?: boolean
  /** For tests: everything is removed when the last user leaves or dies. */
  readonly temporary?: boolean
}

const DEADLINE_MS = 120_000
const LOCK_STALE_MS = 90_000
const ENDING_MS = 30_000

/**
 * Starts PostgreSQL on the folder, or joins the one that runs there; any number of processes may do so at once. The
 * server ends with its last user, however that one ends. Throws a sentence that says what is missing.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const { dataDir: folder, fast = false, temporary = false } = options
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  // A folder from mkdtemp is closed to the account that the server runs under when we are root.
  if (temporary) chmodSync(folder, 0o711)
  const began = Date.now()
  while (Date.now() - began < DEADLINE_MS) {
    const note = readNote(folder)
    const socket = note && (await greet(note))
    if (note && socket) return joined(note, socket)
    // One that is ending needs a moment; a note that outlives that is a dead keeper's with a reused number.
    const ending = note && isAlive(note.pid) && Date.now() - began < ENDING_MS
    if (ending || !takeLock(folder)) {
      await sleep(30)
      continue
    }
    try {
      // Unless another one started between our look and our lock.
      if (readNote(folder)?.secret === note?.secret) {
        await startKeeper({ folder, fast, temporary })
      }
    } finally {
      rmSync(lockPath(folder), { force: true })
    }
  }
  throw new Error(
    `The local database in ${folder} did not become ready in ${DEADLINE_MS / 1000} s.`,
  )
}

function joined(note: KeeperNote, socket: Socket): LocalPostgres {
  socket.unref()
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return {
    url: note.url,
    stop: async () => {
      if (socket.destroyed) return
      socket.ref()
      socket.write('bye\n')
      await gone
    },
  }
}

/** null = no keeper answers. */
function greet(note: KeeperNote): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: note.port })
    socket.setEncoding('utf8')
    socket.on('error', () => socket.destroy())
    socket.once('close', () => resolve(null))
    socket.once('connect', () => socket.write(`${note.secret}\n`))
    socket.once('data', (text) => {
      if (String(text) === 'welcome\n') resolve(socket)
      else socket.destroy()
    })
  })
}

function readNote(folder: string): KeeperNote | null {
  try {
    return JSON.parse(readFileSync(notePath(folder), 'utf8'))
  } catch {
    return null // Not there, or being written right now: the caller asks again.
  }
}

async function startKeeper(options: KeeperOptions): Promise<void> {
  rmSync(notePath(options.folder), { force: true })
  const script = fileURLToPath(new URL('./keeper.ts', import.meta.url))
  const log = openSync(join(options.folder, 'keeper.log'), 'w', 0o600)
  // Its own session, and a shell between us that ends at once: the keeper must outlive Ctrl-C, our death, and Bun's test
  // runner, which kills the child processes of a test that takes too long.
  const keeper = spawn(
    '/bin/sh',
    ['-c', '"$0" "$@" &', process.execPath, script, JSON.stringify(options)],
    {
      detached: true,
      stdio: ['ignore', 'pipe', log],
    },
  )
  closeSync(log)
  const line = await firstLine(keeper)
  keeper.stdout?.destroy()
  keeper.unref()
  if (line !== 'ready') throw new Error(line)
}

function firstLine(keeper: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    keeper.stdout?.setEncoding('utf8')
    keeper.stdout?.on('data', (text) => {
      said += text
      if (said.includes('\n')) resolve(said.trim())
    })
    keeper.once('error', reject)
    keeper.once('close', () => resolve(said.trim() || 'The process that keeps the database ended.'))
  })
}

const lockPath = (folder: string) => join(folder, 'start.lock')

/** One starter at a time. A lock whose owner died is removed, and the next look takes it. */
function takeLock(folder: string): boolean {
  const path = lockPath(folder)
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (isStale(path)) rmSync(path, { force: true })
    return false
  }
}

function isStale(path: string): boolean {
  try {
    const age = Date.now() - statSync(path).mtimeMs
    const owner = Number(readFileSync(path, 'utf8'))
    return age > LOCK_STALE_MS || (age > 1_000 && !isAlive(owner))
  } catch {
    return false // Released between the try and the look.
  }
}
