// The part of the worker that takes generation jobs forward. It has a runner of its own, so that no mail waits behind an engine.
import { run } from 'graphile-worker'
import type pg from 'pg'
import { jobNames, quietLogger } from '../db/core/jobs.ts'
import { runQueuedJob } from '../domain/generation/run/run-generation.ts'
import type { Deps } from './deps.ts'
import { idOf, logged } from './worker-task.ts'

/** Between two looks at its engine a job holds no place here: a place is for moderation, creating, downloading and repairing. */
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
