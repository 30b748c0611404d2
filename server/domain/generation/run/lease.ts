// The lease of a generation job. Steps write through it, and every write fails after another process has taken the
// lease.

import { rejectOnAbort } from '../../base/time/with-timeout.ts'
import type { GenerationRequest } from '../request/request.ts'
import { type LeasedGenerationJob, orphanAfterMs } from './job.ts'
import type { ChargeResult, GenerationDeps, JobPatch } from './ports.ts'

/** Another process holds the job, or the job has ended. The run must stop without writing. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

export type JobLease = {
  readonly job: LeasedGenerationJob
  /** Aborted when the lease is lost or the process stops. */
  readonly signal: AbortSignal
  /** Writes the patch to the row and to `job`. Throws LeaseLost. */
  readonly save: (patch: JobPatch) => Promise<void>
  /** Charges the credits of the job once. Throws LeaseLost. */
  readonly charge: (
    credits: number,
    request: GenerationRequest,
  ) => Promise<Exclude<ChargeResult, { kind: 'lease_lost' }>>
}

const renewEveryMs = 2_500

/**
 * Runs `work` while renewing the lease. Throws LeaseLost as soon as the lease is lost or the job becomes orphaned,
 * even if `work` ignores its signal.
 */
export async function withJobLease<T>(
  deps: Pick<GenerationDeps, 'generationJobs' | 'log'>,
  leasedJob: LeasedGenerationJob,
  outer: AbortSignal,
  work: (lease: JobLease) => Promise<T>,
): Promise<T> {
  const { id, leaseId } = leasedJob
  const lost = new AbortController()
  const timeout = setTimeout(() => lost.abort(new LeaseLost(`job ${id}: too late`)), orphanAfterMs)
  const renewal = setInterval(() => {
    deps.generationJobs.renew(id, leaseId).then(
      (renewed) => renewed || lost.abort(new LeaseLost(`job ${id}`)),
      // The database may recover before the lease expires. Otherwise, the next write fails.
      (error) => deps.log.warn('generation.renewing_failed', { id, error }),
    )
  }, renewEveryMs)
  let job = leasedJob
  const lease: JobLease = {
    get job() {
      return job
    },
    signal: AbortSignal.any([outer, lost.signal]),
    save: async (patch) => {
      if (!(await deps.generationJobs.save(id, leaseId, patch))) throw new LeaseLost(`job ${id}`)
      job = { ...job, ...patch }
    },
    charge: async (credits, request) => {
      const result = await deps.generationJobs.charge(id, leaseId, { credits, request })
      if (result.kind === 'lease_lost') throw new LeaseLost(`job ${id}`)
      if (result.kind === 'charged') job = { ...job, request, creditsCharged: credits }
      return result
    },
  }
  try {
    return await rejectOnAbort(lost.signal, work(lease))
  } finally {
    clearTimeout(timeout)
    clearInterval(renewal)
  }
}
