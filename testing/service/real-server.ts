// The real server as a process of its own, for tests that kill, stop and restart it. State, database, port and the card
// processor outlive the process, as they would on a real machine.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMails, removeMails, type SentMail } from './mails.ts'

export type RealServerOptions = {
  /** The server's environment in addition to STATE_DIR and PORT; the test's own environment is not passed on. */
  readonly env: Readonly<Record<string, string>>
  /** The port; a free one unless given. It stays the same over restarts. */
  readonly port?: number
  /** The folder of another server that it shares, on the same machine; one of its own unless given. */
  readonly stateDir?: string
  /** A command that runs the server in its own place (exec), such as one that sets limits first. */
  readonly through?: readonly string[]
}

export type RealServer = {
  readonly baseUrl: string
  readonly port: number
  readonly stateDir: string
  /** Starts the process and waits until it is ready; `env` changes the environment of this and later starts. */
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<void>
  /** SIGKILL; no process of it is left afterwards. */
  readonly kill9: () => Promise<void>
  /** SIGTERM; the exit code. */
  readonly stop: () => Promise<number>
  /** Waits until the process ends on its own; returns the exit code. */
  readonly exited: () => Promise<number>
  readonly pid: () => number
  readonly isRunning: () => boolean
  /** Everything that every process so far printed. */
  readonly output: () => string
  /** The log lines among it, oldest first. */
  readonly logs: () => readonly LogLine[]
  readonly mails: () => readonly SentMail[]
  readonly removeMails: () => void
  /** Kills what still runs and removes the state. */
  readonly close: () => Promise<void>
}

export type LogLine = Readonly<Record<string, unknown>> & { readonly event: string }

const ROOT = join(import.meta.dir, '../..')
const MAIN = join(ROOT, 'server/main.ts')
/** A server that cannot start exits, which is noticed at once; one on a busy machine may take as long as its test. */
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
          // Ends with this process, however that ends.
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
 * Polls until the condition holds, ever less often: a wait of seconds must not cost the machine a request every 20 ms. Throws a
 * sentence that names the condition before the test itself times out.
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

/** `$STATE_DIR/demo.json` of local mode, once it is there. */
export async function readDemo({
  stateDir,
}: Pick<RealServer, 'stateDir'>): Promise<{ email: string; apiKey: string; baseUrl: string }> {
  const path = join(stateDir, 'demo.json')
  await waitUntil('the demo account is written', () => existsSync(path))
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** What any process needs, and no setting of the machine or of the test. */
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
    return [] // Cut by a kill.
  }
}

/** Below the range that the system gives to outgoing connections: none of them can take it while the server is down. */
const FIRST_PORT = 20_000
const PORTS = 12_000

/** A port that stays free over restarts. */
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
