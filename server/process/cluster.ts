// WEB_CONCURRENCY: further web processes that share the port with this one. The kernel spreads connections over them.
import type { Subprocess } from 'bun'
import type { Log } from '../domain/base/ports.ts'

export const siblingFlag = '--sibling'

export type Siblings = {
  /** Lets them finish what runs. */
  readonly stop: () => Promise<void>
  /** Ends them whatever they do. */
  readonly kill: () => void
}

const restartAfterMs = 1_000

/** Starts `count` processes with `env` on top of ours; one that ends by itself is started again. */
export function startWebProcesses(
  count: number,
  env: Readonly<Record<string, string>>,
  log: Log,
): Siblings {
  const running = new Set<Subprocess>()
  let stopping = false
  const start = () => {
    const child = Bun.spawn([process.execPath, Bun.main, siblingFlag], {
      // With our process id it ends when we are gone, however we ended (local/follow-launcher.ts).
      env: { ...process.env, ...env, ROLE: 'web', LAUNCHER_PID: String(process.pid) },
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
      onExit: (ended, exitCode) => {
        running.delete(ended)
        if (stopping) return
        log.error('process.sibling_ended', { exitCode })
        setTimeout(() => stopping || start(), restartAfterMs)
      },
    })
    running.add(child)
  }
  for (let i = 0; i < count; i++) start()
  return {
    stop: async () => {
      stopping = true
      for (const child of running) child.kill('SIGTERM')
      await Promise.all([...running].map((child) => child.exited))
    },
    kill: () => {
      stopping = true
      for (const child of running) child.kill('SIGKILL')
    },
  }
}
