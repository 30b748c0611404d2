// Starts a runner of the job queue, and detects when it ends unexpectedly.
import { type RunnerOptions, run } from 'graphile-worker'
import type pg from 'pg'
import { quietLogger } from '../../db/core/jobs/jobs.ts'
import { queuePool } from '../../db/core/jobs/queue-pool.ts'

export type QueueRunner = {
  /** Stops the runner after its jobs have finished. */
  readonly stop: () => Promise<void>
  /** Resolves with the reason when the runner ends unexpectedly. It takes no jobs from then on. */
  readonly ended: Promise<unknown>
}

export async function startQueueRunner(
  pool: pg.Pool,
  options: Pick<RunnerOptions, 'concurrency' | 'crontab' | 'pollInterval' | 'taskList'>,
): Promise<QueueRunner> {
  const runner = await run({
    ...options,
    pgPool: queuePool(pool),
    noHandleSignals: true,
    logger: quietLogger,
  })
  let isStopping = false
  let hasEnded = false
  const { promise: ended, resolve } = Promise.withResolvers<unknown>()
  const end = (reason: unknown) => {
    hasEnded = true
    if (!isStopping) resolve(reason)
  }
  runner.promise.then(() => end(new Error('The job queue stopped taking jobs.')), end)
  return {
    ended,
    stop: async () => {
      isStopping = true
      // A runner that has already ended rejects a stop.
      if (!hasEnded) await runner.stop()
    },
  }
}
