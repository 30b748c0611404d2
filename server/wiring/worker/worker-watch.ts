// Checks whether any worker is running, for processes that serve requests without a worker.
import { setTimeout as sleep } from 'node:timers/promises'
import type { NotificationDeps } from '../../domain/notifications/ports.ts'
import { watchWorkers } from '../../domain/notifications/staff-channel.ts'

const everyMs = 60_000

/** Starts the check. Returns a function that stops it. */
export function startWorkerWatch(
  deps: Pick<NotificationDeps, 'staffChannel' | 'staffNotices' | 'baseUrl' | 'log'>,
): () => Promise<void> {
  const stopping = new AbortController()
  const watch = async () => {
    while (!stopping.signal.aborted) {
      // Rejects when the process stops.
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      await watchWorkers(deps).catch((error: unknown) =>
        deps.log.error('notifications.watch_failed', { error }),
      )
    }
  }
  const watching = watch()
  return async () => {
    stopping.abort()
    await watching
  }
}
