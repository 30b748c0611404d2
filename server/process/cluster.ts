// WEB_CONCURRENCY: further web processes that share the port with this one. The kernel spreads connections over them.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Subprocess } from 'bun'
import type { Log } from '../domain/base/ports.ts'

/** The argument by which a web process knows that another process started it. */
export const webProcessFlag = '--web-process'

export type WebProcesses = {
  /** Asks each to finish its running requests, and waits for their end. */
  readonly stop: () => Promise<void>
  /** Kills them. */
  readonly kill: () => void
}

const restartAfterMs = 1_000

/** Starts `count` processes with `env` added to ours; one that ends by itself is restarted. */
export function startWebProcesses(
  count: number,
  env: Readonly<Record<string, string>>,
  log: Log,
): WebProcesses {
  const running = new Set<Subprocess>()
  const stopping = new AbortController()
  const start = () => {
    const child = Bun.spawn([process.execPath, Bun.main, webProcessFlag], {
      // LAUNCHER_PID: it ends with us, even when we are killed (follow-launcher.ts).
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
  // The wait rejects only when we stop. A process that cannot be started (no memory) is tried again.
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
