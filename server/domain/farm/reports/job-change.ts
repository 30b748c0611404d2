// When an operator's change of a job applies, and which jobs of its plate it affects.
import { fail, ok, type Result } from '../../base/result.ts'
import type { Order } from '../../orders/record/order.ts'
import { isRefundedInFull } from '../../orders/reversals/refund.ts'
import type { FarmFailure, JobAction } from '../failure.ts'
import { isJobOpen, isPrintable, isRunning, type JobState, type PrintJob } from '../jobs/job.ts'
import type { JobChange, JobChangeRequest } from '../ports.ts'

type ChangedJob = Pick<PrintJob, 'id' | 'state' | 'version' | 'parts'>

/** The states in which each action applies. */
const appliesTo: Readonly<Record<JobChange['action'], (state: JobState) => boolean>> = {
  requeue: (state) => state === 'failed' || isRunning(state),
  cancel: isJobOpen,
  finish: isJobOpen,
  reprint: (state) => state === 'done',
}

export function checkChange(
  { state, version }: Pick<ChangedJob, 'state' | 'version'>,
  change: Pick<JobChangeRequest, 'action' | 'version'>,
): Result<void, FarmFailure> {
  if (change.version !== null && change.version !== version) {
    return fail({ kind: 'job_changed', state })
  }
  if (!appliesTo[change.action](state)) {
    return fail({ kind: 'job_in_state', state, action: change.action })
  }
  return ok(undefined)
}

/**
 * Checks whether the job can get another file or slice. `version`: the job's version that the operator saw; null =
 * any.
 */
export function checkNewFile(
  { state, version }: Pick<ChangedJob, 'state' | 'version'>,
  change: { readonly action: JobAction; readonly version: number | null },
): Result<void, FarmFailure> {
  if (state !== 'queued' && state !== 'failed') {
    return fail({ kind: 'job_in_state', state, action: change.action })
  }
  if (change.version !== null && change.version !== version) {
    return fail({ kind: 'job_changed', state })
  }
  return ok(undefined)
}

/** Returns the jobs of a plate that are withdrawn or requeued with this one: jobs in the same state or on its printer. */
export function changedTogether<Job extends Pick<ChangedJob, 'state'>>(
  job: Job,
  plate: readonly Job[],
): readonly Job[] {
  return plate.filter(({ state }) =>
    isRunning(job.state) ? isRunning(state) : state === job.state,
  )
}

type Finish = Extract<JobChange, { action: 'finish' }>

/** Returns the good parts of a plate on a printer. `parts`: the number of parts of its jobs. */
export const goodOfRun = (parts: number, { scrap }: Finish): Result<number, FarmFailure> =>
  scrap > parts ? fail({ kind: 'job_counts_wrong', parts }) : ok(parts - scrap)

/** Returns the counts of a job that no printer has. The jobs of such a plate are counted individually. */
export function countsOfWaiting(
  { id, parts }: Pick<ChangedJob, 'id' | 'parts'>,
  { scrap, jobs }: Finish,
): Result<{ readonly good: number; readonly scrap: number }, FarmFailure> {
  const [own, another] = jobs ?? [{ jobId: id, scrap }]
  const isOwn = own?.jobId === id && another === undefined
  if (!isOwn || own.scrap > parts) return fail({ kind: 'job_counts_wrong', parts })
  return ok({ good: parts - own.scrap, scrap: own.scrap })
}

/** Checks whether good parts of a done job can be reprinted. `good`: its number of good parts. */
export function checkReprint(
  order: Order,
  { good, parts }: { readonly good: number; readonly parts: number },
): Result<void, FarmFailure> {
  const { status } = order
  if (parts > good) return fail({ kind: 'job_reprint_too_many', good })
  if (!isPrintable(status) && status !== 'PRINTED') {
    return fail({ kind: 'order_not_reprintable', status })
  }
  return isRefundedInFull(order) ? fail({ kind: 'order_refunded' }) : ok(undefined)
}
