// Reads generation jobs: one by its id, and the active job of an account.

import type { AccountCaller } from '../base/caller.ts'
import { parseGenerationJobId } from '../base/ids/generation-job.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { GenerationFailure } from './request/failure.ts'
import { type GenerationJob, orphanAfterMs } from './run/job.ts'
import { endOrphan, isOrphan } from './run/orphans.ts'
import type { GenerationDeps } from './run/ports.ts'

type JobDeps = Pick<GenerationDeps, 'generationJobs' | 'clock' | 'log'>

/** Reads a job. Ends an orphaned job first, unless a worker already has, so that it is not reported as running. */
export async function readGenerationJob(
  deps: JobDeps,
  caller: Pick<AccountCaller, 'accountId'>,
  text: string | null,
): Promise<Result<GenerationJob, GenerationFailure>> {
  if (text === null || text === '') return fail({ kind: 'job_id_required' })
  const jobId = parseGenerationJobId(text)
  if (jobId === null) return fail({ kind: 'job_not_found' })
  const job = await deps.generationJobs.read(jobId)
  if (job === null) return fail({ kind: 'job_not_found' })
  if (job.accountId !== caller.accountId) return fail({ kind: 'job_foreign' })
  if (!isOrphan(deps, job)) return ok(job)
  await endOrphan(deps, job.id)
  const ended = await deps.generationJobs.read(jobId)
  return ended === null ? fail({ kind: 'job_not_found' }) : ok(ended)
}

/** Returns the newest queued or running job that is not orphaned; null if there is none. */
export async function readActiveJob(
  deps: JobDeps,
  caller: Pick<AccountCaller, 'accountId'>,
): ReturnType<JobDeps['generationJobs']['readActive']> {
  const since = new Date(deps.clock.now().getTime() - orphanAfterMs)
  return await deps.generationJobs.readActive(caller.accountId, since)
}
