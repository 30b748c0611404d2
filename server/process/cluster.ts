// WEB_CONCURRENCY: further web processes that share the port with this one. The kernel spreads connections over them, and
// share-connections.ts evens out what that leaves uneven.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Subprocess } from 'bun'
import type { Log } from '../domain/base/ports.ts'
import { type ConnectionShare, compareLoads, readLoad } from './share-connections.ts'

/** The argument that tells a web process that another process started it. */
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
  { log, share }: { readonly log: Log; readonly share: ConnectionShare },
): WebProcesses {
  /** With the load that each reported last. */
  const running = new Map<Subprocess, number>()
  const stopping = new AbortController()
  const start = () => {
    const child = Bun.spawn([process.execPath, Bun.main, webProcessFlag], {
      // LAUNCHER_PID: it ends with us, even when we are killed (follow-launcher.ts).
      env: { ...process.env, ...env, ROLE: 'web', LAUNCHER_PID: String(process.pid) },
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
      ipc: (message, sender) => {
        const load = readLoad(message, 'load')
        if (load !== null && running.has(sender)) running.set(sender, load)
      },
      onExit: (ended, exitCode) => {
        running.delete(ended)
        if (stopping.signal.aborted) return
        log.error('process.web_process_ended', { exitCode })
        restart()
      },
    })
    running.set(child, 0)
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
  const stopComparing = compareLoads(share, {
    loads: () => [...running.values()],
    tell: (mean) => {
      for (const child of running.keys()) {
        try {
          child.send(mean)
        } catch {
          // It has just ended; `onExit` comes next.
        }
      }
    },
  })
  return {
    stop: async () => {
      stopping.abort()
      stopComparing()
      for (const child of running.keys()) child.kill('SIGTERM')
      await Promise.all([...running.keys()].map((child) => child.exited))
    },
    kill: () => {
      stopping.abort()
      stopComparing()
      for (const child of running.keys()) child.kill('SIGKILL')
    },
  }
}

const ignore = () => undefined
