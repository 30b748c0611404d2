// WEB_CONCURRENCY: additional web processes that share the port with this one. The kernel distributes connections among them.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Subprocess } from 'bun'
import type { Log } from '../domain/base/ports.ts'

/** Argument that tells a web process that another process started it. */
export const webProcessFlag = '--web-process'

export type WebProcesses = {
  /** Asks each process to finish its running requests, and waits for all of them to end. */
  readonly stop: () => Promise<void>
  /** Kills them. */
  readonly kill: () => void
}

const restartAfterMs = 1_000

/** Starts `count` processes with `env` added to our environment. Restarts a process that ends unexpectedly. */
export function startWebProcesses(
  count: number,
  env: Readonly<Record<string, string>>,
  log: Log,
): WebProcesses {
  const running = new Set<Subprocess>()
  const stopping = new AbortController()
  const start = () => {
    const child = Bun.spawn([process.execPath, Bun.main, webProcessFlag], {
      // LAUNCHER_PID: the process ends with this one, even when this one is killed (follow-launcher.ts).
      env: { ...process.env, ...env, ROLE: 'web', LAUNCHER_PID: String(process.pid) },
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
      onExit: (ended, exitCode) => {
        running.delete(ended)
        if (stopping.signal.aborted) return
        log.error('process.web_process_ended', { exitCode })
        restart()
      },
    })
    running.add(child)
  }
  // The wait rejects only on shutdown. A process that cannot be started (no memory) is retried.
  const restart = (): void => {
    sleep(restartAfterMs, undefined, { signal: stopping.signal }).then(() => {
      try {
        start()
      } catch (error) {
        log.error('process.web_process_failed', { error })
        restart()
      }
    }, ignore)
  }
  for (let i = 0; i < count; i++) start()
  return {
    stop: async () => {
      stopping.abort()
      for (const child of running) child.kill('SIGTERM')
      await Promise.all([...running].map((child) => child.exited))
    },
    kill: () => {
      stopping.abort()
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

const ignore = () => undefined
