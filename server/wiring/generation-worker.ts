// The part of the worker that runs generation jobs. It has a runner of its own, so that no mail waits for an engine.
import { run } from 'graphile-worker'
import type pg from 'pg'
import { jobNames, quietLogger } from '../db/core/jobs.ts'
import { runQueuedJob } from '../domain/generation/run/run-generation.ts'
import type { Deps } from './deps.ts'
import { idOf, logged } from './worker-task.ts'

/** A job occupies a slot only during moderation, creation, download and repair, not between two polls of its engine. */
const concurrency = 4

export async function startGenerationRunner({
  deps,
  pool,
}: {
  deps: Deps
  pool: pg.Pool
}): Promise<{ readonly stop: () => Promise<void> }> {
  const stopping = new AbortController()
  const runner = await run({
    pgPool: pool,
    concurrency,
    noHandleSignals: true,
    logger: quietLogger,
    pollInterval: 1_000,
    taskList: {
      [jobNames.generate]: logged(deps.log, 'generation.run_failed', async (payload) => {
        await runQueuedJob(deps, idOf(payload), stopping.signal)
      }),
    },
  })
  return {
    stop: async () => {
      stopping.abort()
      await runner.stop()
    },
  }
}
