// Starts a runner of the job queue, and notices when it ends although nothing stopped it.
import { type RunnerOptions, run } from 'graphile-worker'
import type pg from 'pg'
import { quietLogger } from '../db/core/jobs.ts'
import { queuePool } from '../db/core/queue-pool.ts'

export type QueueRunner = {
  /** Finishes the jobs that run. */
  readonly stop: () => Promise<void>
  /** Resolves with the reason when the runner ends by itself: from then on it takes no jobs. */
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
      // A runner that has ended refuses to be stopped.
      if (!hasEnded) await runner.stop()
    },
  }
}
