// The real server as a separate process, for tests that kill, stop and restart it. State, database, port and the card
// processor outlive the process, as on a real machine.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMails, removeMails, type SentMail } from './mails.ts'

export type RealServerOptions = {
  /** The server's environment in addition to STATE_DIR and PORT; the test's environment is not passed on. */
  readonly env: Readonly<Record<string, string>>
  /** Port; a free one by default. It stays the same over restarts. */
  readonly port?: number
  /** Folder of another server on the same machine to share; a new one by default. */
  readonly stateDir?: string
  /** Command that replaces itself with the server (exec), such as one that sets limits first. */
  readonly through?: readonly string[]
}

export type RealServer = {
  readonly baseUrl: string
  readonly port: number
  readonly stateDir: string
  /** Starts the process and waits until it is ready; `env` changes the environment of this and later starts. */
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<void>
  /** Sends SIGKILL; no process is left afterwards. */
  readonly kill9: () => Promise<void>
  /** Sends SIGTERM; returns the exit code. */
  readonly stop: () => Promise<number>
  /** Waits until the process exits on its own. Returns the exit code. */
  readonly exited: () => Promise<number>
  readonly pid: () => number
  readonly isRunning: () => boolean
  /** Returns the output of all processes so far. */
  readonly output: () => string
  /** Returns the log lines in the output, oldest first. */
  readonly logs: () => readonly LogLine[]
  readonly mails: () => readonly SentMail[]
  readonly removeMails: () => void
  /** Kills the processes that are still running and removes the state. */
  readonly close: () => Promise<void>
}

export type LogLine = Readonly<Record<string, unknown>> & { readonly event: string }

const ROOT = join(import.meta.dir, '../..')
const MAIN = join(ROOT, 'server/main.ts')
/** A failed start exits and is noticed immediately; a start on a busy machine may take as long as its test. */
const START_LIMIT_MS = 600_000

export async function openRealServer(options: RealServerOptions): Promise<RealServer> {
  const port = options.port ?? (await freePort())
  const stateDir = options.stateDir ?? mkdtempSync(join(tmpdir(), 'svc-real-'))
  const baseUrl = `http://127.0.0.1:${port}`
  let environment = { ...options.env }
  let child: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | null = null
  let printed = ''

  const running = () => {
    if (child === null) throw new Error('The server does not run.')
    return child
  }
  const ended = async () => {
    const code = await running().exited
    child = null
    return code
  }
  const kill9 = async () => {
    running().kill('SIGKILL')
    await ended()
  }
  return {
    baseUrl,
    port,
    stateDir,
    start: async (env = {}) => {
      environment = { ...environment, ...env }
      const started = Bun.spawn([...(options.through ?? []), process.execPath, MAIN], {
        cwd: ROOT,
        env: {
          ...machineEnvironment(),
          // The launcher ends with this process, however it ends.
          LAUNCHER_PID: String(process.pid),
          BASE_URL: baseUrl,
          GEOMETRY_WORKERS: '1',
          ...environment,
          STATE_DIR: stateDir,
          PORT: String(port),
        },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      })
      child = started
      const keep = (text: string) => {
        printed += text
      }
      void collect(started.stdout, keep)
      void collect(started.stderr, keep)
      await waitUntil(
        'the server is ready',
        async () => {
          if (started.exitCode !== null || started.signalCode !== null) {
            throw new Error(`The server ended at its start:\n${printed.slice(-4_000)}`)
          }
          return isReady(baseUrl)
        },
        START_LIMIT_MS,
      )
    },
    kill9,
    stop: async () => {
      running().kill('SIGTERM')
      return ended()
    },
    exited: ended,
    pid: () => running().pid,
    isRunning: () => child !== null,
    output: () => printed,
    logs: () => printed.split('\n').flatMap(logLine),
    mails: () => readMails(join(stateDir, 'mail')),
    removeMails: () => removeMails(join(stateDir, 'mail')),
    close: async () => {
      if (child !== null) await kill9()
      if (options.stateDir === undefined) rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

/**
 * Polls until the condition holds, with growing pauses: a long wait must not cost the machine a request every 20 ms.
 * Throws an error that names the condition before the test itself times out.
 */
export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  limitMs = 120_000,
): Promise<void> {
  const startedAt = Date.now()
  while (!(await condition())) {
    const waitedMs = Date.now() - startedAt
    if (waitedMs > limitMs) throw new Error(`Waited ${limitMs} ms until ${what}.`)
    await Bun.sleep(Math.min(20 + waitedMs / 10, 250))
  }
}

/** Reads `$STATE_DIR/demo.json` of local mode, once it exists. */
export async function readDemo({
  stateDir,
}: Pick<RealServer, 'stateDir'>): Promise<{ email: string; apiKey: string; baseUrl: string }> {
  const path = join(stateDir, 'demo.json')
  await waitUntil('the demo account is written', () => existsSync(path))
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Returns variables that any process needs, without settings of the machine or the test. */
function machineEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ']
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

async function isReady(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/readyz`)
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false // Not listening yet.
  }
}

async function collect(stream: ReadableStream<Uint8Array>, keep: (text: string) => void) {
  const decoder = new TextDecoder()
  for await (const bytes of stream) keep(decoder.decode(bytes, { stream: true }))
}

function logLine(line: string): LogLine[] {
  if (!line.startsWith('{')) return []
  try {
    return [JSON.parse(line)]
  } catch {
    return [] // Truncated by a kill.
  }
}

/**
 * Below the range that the system assigns to outgoing connections: no connection can take the port while the server
 * is down.
 */
const FIRST_PORT = 20_000
const PORTS = 12_000

/** Returns a port that stays free over restarts. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
    if (await canListen(port)) return port
  }
  throw new Error('No free port was found.')
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
