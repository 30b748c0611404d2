// A job in hand: everything a step writes goes through here, and fails once the lease is somebody else's.

import { abortable } from '../../base/with-timeout.ts'
import type { GenerationRequest } from '../request/request.ts'
import { type LeasedJob, orphanAfterMs } from './job.ts'
import type { ChargeResult, GenerationDeps, JobPatch } from './ports.ts'

/** The job went to somebody else, or has ended: whoever finds out stops and writes nothing. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

export type JobLease = {
  readonly job: LeasedJob
  /** Aborted when the lease is lost, or when the process stops. */
  readonly signal: AbortSignal
  /** Writes, and `job` has it; throws LeaseLost. */
  readonly save: (patch: JobPatch) => Promise<void>
  /** Takes the credits, once for a job; throws LeaseLost. */
  readonly charge: (
    credits: number,
    request: GenerationRequest,
  ) => Promise<Exclude<ChargeResult, { kind: 'lease_lost' }>>
}

const renewEveryMs = 2_500

/**
 * Runs `work` while the lease is renewed beside it. Throws LeaseLost as soon as the job is somebody else's or counts as lost,
 * whatever `work` is waiting for.
 */
export async function withJobLease<T>(
  deps: Pick<GenerationDeps, 'generationJobs' | 'log'>,
  leased: LeasedJob,
  outer: AbortSignal,
  work: (held: JobLease) => Promise<T>,
): Promise<T> {
  const { id, lease } = leased
  const lost = new AbortController()
  const ending = setTimeout(() => lost.abort(new LeaseLost(`job ${id}: too late`)), orphanAfterMs)
  const renewing = setInterval(() => {
    deps.generationJobs.renew(id, lease).then(
      (renewed) => renewed || lost.abort(new LeaseLost(`job ${id}`)),
      // The database may be back before the lease ends; if not, the next write finds out.
      (error) => deps.log.warn('generation.renewing_failed', { id, error }),
    )
  }, renewEveryMs)
  let job = leased
  const held: JobLease = {
    get job() {
      return job
    },
    signal: AbortSignal.any([outer, lost.signal]),
    save: async (patch) => {
      if (!(await deps.generationJobs.save(id, lease, patch))) throw new LeaseLost(`job ${id}`)
      job = { ...job, ...patch }
    },
    charge: async (credits, request) => {
      const answer = await deps.generationJobs.charge(id, lease, { credits, request })
      if (answer.kind === 'lease_lost') throw new LeaseLost(`job ${id}`)
      if (answer.kind === 'charged') job = { ...job, request, creditsCharged: credits }
      return answer
    },
  }
  try {
    return await abortable(lost.signal, work(held))
  } finally {
    clearTimeout(ending)
    clearInterval(renewing)
  }
}
