// The part of the worker that runs generations, as server/wiring/worker/generation-worker.ts does with graphile-worker:
// takes jobs from the real queue when they are due, and periodically requeues jobs of dead processes.
import { generationJobIdOf } from '../../server/domain/base/ids/generation-job.ts'
import { recoverStaleJobs } from '../../server/domain/generation/run/orphans.ts'
import { runQueuedJob } from '../../server/domain/generation/run/run-generation.ts'
import type { JobFacts } from './facts.ts'
import { isCaused, type SimProcess } from './processes.ts'
import type { Schedule } from './schedule.ts'
import type { Stage } from './stage.ts'

const concurrency = 4
/** The product's interval of two seconds would cost simulation time. */
const recoverEveryMs = 10_000

type Parts = {
  readonly schedule: Schedule
  readonly stage: Pick<Stage, 'pool'>
  readonly facts: ReadonlyMap<string, JobFacts>
  readonly onError: (what: string) => void
  /** Called when the queue could not be read. */
  readonly onLostQueue: () => void
}

type QueuedJob = { readonly id: string; readonly jobId: string }

/** Returns whether it can take another job. */
export const hasRoom = (process: SimProcess): boolean =>
  process.isAlive() && !process.stopping.signal.aborted && process.running() < concurrency

/** Takes one due job, if there is one, and runs it. */
export function takeJob(process: SimProcess, { stage, facts, onError, onLostQueue }: Parts): void {
  const failed = (error: unknown) => {
    onLostQueue()
    if (!isCaused(error)) onError(`${process.name}: ${Bun.inspect(error)}`)
  }
  const work = async () => {
    const queued = await process.turn('database', 'take', async (activity) => {
      const { rows } = await stage.pool.query<QueuedJob>(take, [process.name])
      const [first] = rows
      if (first !== undefined) activity.job = facts.get(first.jobId) ?? null
      return first
    })
    if (queued === undefined) return
    const { id, jobId } = queued
    try {
      await runQueuedJob(process.deps, generationJobIdOf(jobId), process.stopping.signal)
    } catch (error) {
      failed(error)
      await process.turn('database', 'failed', () => stage.pool.query(putBack, [id]))
      return
    }
    await process.turn('database', 'ended', () => stage.pool.query(remove, [id]))
  }
  process.begin({ name: `${process.name} run`, plan: null, job: null }, work, failed)
}

export function keepRecovering(
  process: SimProcess,
  parts: Pick<Parts, 'schedule' | 'onError'>,
): void {
  const { schedule, onError } = parts
  schedule.after(recoverEveryMs, () => {
    if (!process.isAlive() || process.stopping.signal.aborted) return
    const work = () => recoverStaleJobs(process.deps)
    process.begin({ name: `${process.name} recovery`, plan: null, job: null }, work, (error) => {
      if (!isCaused(error)) onError(`${process.name}: ${Bun.inspect(error)}`)
    })
    keepRecovering(process, parts)
  })
}

/** Returns when the next job is due; null when nothing waits. */
export async function nextDueMs({ pool }: Pick<Stage, 'pool'>): Promise<number | null> {
  const { rows } = await pool.query<{ atMs: number | null }>(`
    select ceil(extract(epoch from min(run_at)) * 1000)::float8 as "atMs" from graphile_worker._private_jobs
    where locked_at is null and attempts < max_attempts`)
  return rows[0]?.atMs ?? null
}

/** Statements with which graphile-worker handles jobs. */
const take = `
  update graphile_worker._private_jobs set attempts = attempts + 1, locked_at = now(), locked_by = $1
  where id = (select id from graphile_worker._private_jobs
    where locked_at is null and run_at <= now() and attempts < max_attempts
    order by priority, run_at, id limit 1 for update skip locked)
  returning id::text as id, payload->>'id' as "jobId"`
const remove = 'delete from graphile_worker._private_jobs where id = $1::bigint'
const putBack = `
  update graphile_worker._private_jobs set locked_at = null, locked_by = null,
    run_at = greatest(now(), run_at) + make_interval(secs => exp(least(attempts, 10)))
  where id = $1::bigint`
