// Starts each server under test as a separate process, so that it does not share an event loop with the bench.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type BenchServer = {
  readonly baseUrl: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

export type Demo = { email: string; password: string; apiKey: string; baseUrl: string }

export type RealServer = BenchServer & { readonly demo: Demo; readonly stateDir: string }

const startTimeoutMs = 60_000

/** Starts the real server in local mode, with a new state folder. */
export async function startRealServer(env: Record<string, string> = {}): Promise<RealServer> {
  const stateDir = mkdtempSync(join(tmpdir(), 'bench-state-'))
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../../server/main.ts')], {
    env: { ...process.env, PORT: '0', STATE_DIR: stateDir, ...env },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  const demo = await waitFor(() => readDemo(stateDir), startTimeoutMs)
  await waitFor(
    async () => ((await fetch(`${demo.baseUrl}/readyz`)).ok ? true : null),
    startTimeoutMs,
  )
  return {
    baseUrl: demo.baseUrl,
    demo,
    stateDir,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM')
      await child.exited
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

/** Starts a baseline: a script in bench/ that prints its port as its first line. */
export async function startBaseline(
  script: string,
  env: Record<string, string> = {},
): Promise<BenchServer> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '..', script)], {
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const { value } = await child.stdout.getReader().read()
  const port = Number(new TextDecoder().decode(value).trim())
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

/** Returns the resident memory of a process in MiB, from the kernel. */
export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

async function readDemo(stateDir: string): Promise<Demo | null> {
  const file = Bun.file(join(stateDir, 'demo.json'))
  return (await file.exists()) ? ((await file.json()) as Demo) : null
}

async function waitFor<T>(check: () => Promise<T | null>, timeoutMs: number): Promise<T> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    // Before the timeout, an error cannot be distinguished from a server that is still starting.
    const found = await check().catch(() => null)
    if (found !== null) return found
    await Bun.sleep(50)
  }
  throw new Error(`the server did not start within ${timeoutMs / 1000} s`)
}
