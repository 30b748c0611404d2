// Starts the servers under test as processes of their own, so that neither shares an event loop with the bench.
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

const startLimitMs = 60_000

/** The real server in local mode, on a fresh state folder. */
export async function startRealServer(env: Record<string, string> = {}): Promise<RealServer> {
  const stateDir = mkdtempSync(join(tmpdir(), 'bench-state-'))
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../../server/main.ts')], {
    env: { ...process.env, PORT: '0', STATE_DIR: stateDir, ...env },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  const demo = await waitFor(() => readDemo(stateDir), startLimitMs)
  await waitFor(
    async () => ((await fetch(`${demo.baseUrl}/readyz`)).ok ? true : null),
    startLimitMs,
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

/** A baseline: a script that prints its port as its first line. */
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

/** Resident memory of a process in MiB, from the kernel. */
export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

async function readDemo(stateDir: string): Promise<Demo | null> {
  const file = Bun.file(join(stateDir, 'demo.json'))
  return (await file.exists()) ? ((await file.json()) as Demo) : null
}

async function waitFor<T>(look: () => Promise<T | null>, limitMs: number): Promise<T> {
  const end = Date.now() + limitMs
  while (Date.now() < end) {
    // Not there yet looks like any other error until the limit.
    const found = await look().catch(() => null)
    if (found !== null) return found
    await Bun.sleep(50)
  }
  throw new Error(`nothing after ${limitMs / 1000} s`)
}
