// The part of the worker that runs generation jobs. It has a separate runner, so that no mail waits for an engine.

import type { Job } from 'graphile-worker'
import type pg from 'pg'
import type { MetricRegistry } from '../../adapters/observability/registry.ts'
import { withTraceOfJob } from '../../adapters/observability/trace-context.ts'
import { jobNames } from '../../db/core/jobs/jobs.ts'
import { generationJobIdOf } from '../../domain/base/ids/generation-job.ts'
import { runQueuedJob } from '../../domain/generation/run/run-generation.ts'
import type { Deps } from '../deps.ts'
import { poolObserver } from '../metrics/pool-observers.ts'
import { trackPool } from '../metrics/track-gauges.ts'
import { byTermsInForce } from '../terms/terms-in-force.ts'
import { type QueueRunner, startQueueRunner } from './queue-runner.ts'
import { idOf, logFailures, traceparentOf } from './worker-task.ts'

/** A job occupies a slot only during moderation, creation, download and repair, not between two polls of its engine. */
const concurrency = 4

/** Returns how long a job waited, on the database's clock, which sets both times. */
export const waitedMs = ({
  run_at: runAt,
  locked_at: lockedAt,
}: Pick<Job, 'run_at' | 'locked_at'>): number =>
  lockedAt === null ? 0 : Math.max(0, lockedAt.getTime() - runAt.getTime())

export async function startGenerationRunner({
  deps,
  pool,
  registry,
}: {
  deps: Deps
  pool: pg.Pool
  registry: MetricRegistry
}): Promise<QueueRunner> {
  const stopping = new AbortController()
  const observer = poolObserver(registry, 'generation')
  let busy = 0
  // Waiting jobs are in the database: the queue generation_jobs.
  trackPool(registry, 'generation', () => ({ workers: concurrency, busy, queued: 0 }))
  const runner = await startQueueRunner(pool, {
    concurrency,
    pollInterval: 1_000,
    taskList: {
      [jobNames.generate]: logFailures(
        deps.log,
        'generation.run_failed',
        async (payload, { job }) => {
          const startedAt = performance.now()
          observer.onWait(waitedMs(job))
          busy += 1
          try {
            await withTraceOfJob(traceparentOf(payload), () =>
              byTermsInForce(deps.termsSchedule, () =>
                runQueuedJob(deps, generationJobIdOf(idOf(payload)), stopping.signal),
              ),
            )
          } finally {
            busy -= 1
            observer.onRun(performance.now() - startedAt)
          }
        },
      ),
    },
  })
  return {
    ended: runner.ended,
    stop: async () => {
      stopping.abort()
      await runner.stop()
    },
  }
}
