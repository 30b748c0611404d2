// What the farm's programs report of a claimed job: heartbeats, its end, and, by their silence, a lease that ran out.

import type { PrintJobId } from '../base/print-job-id.ts'
import type { PrintLease } from '../base/print-lease.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { isUuid } from '../base/uuid.ts'
import { countStatus } from '../orders/work/count-status.ts'
import type { FarmFailure } from './failure.ts'
import { factsOf, type PrintJob } from './jobs/job.ts'
import type { PlateCounts } from './plate-counts.ts'
import type { Beat, FarmDeps, FinishResult, Heartbeat } from './ports.ts'

type Deps = Pick<FarmDeps, 'printJobs' | 'printers' | 'log' | 'meter'>

export async function heartbeat(
  { printJobs, printers, log }: Pick<Deps, 'printJobs' | 'printers' | 'log'>,
  id: PrintJobId,
  beat: Heartbeat,
): Promise<Result<Beat, FarmFailure>> {
  if (!isUuid(id)) return notFound
  const { lease } = beat
  await printers.noteSignOfHolder({ id, lease }, { state: 'printing', jobId: id })
  const heartbeatResult = await printJobs.heartbeat(id, beat)
  if (heartbeatResult.ok && heartbeatResult.value.stop !== null) {
    log.info('farm.job_stopped', { jobId: id, reason: heartbeatResult.value.stop })
  }
  return heartbeatResult
}

/** `scrap` is the rest of the parts unless given. Any job of a shared plate stands for all of them. */
export async function finishJob(
  { printJobs, printers, log, meter }: Deps,
  id: PrintJobId,
  { lease, ...counts }: PlateCounts & { readonly lease: PrintLease },
): Promise<Result<FinishResult, FarmFailure>> {
  if (!isUuid(id)) return notFound
  const finished = await printJobs.finish(id, { lease, ...counts })
  if (!finished.ok) return finished
  const { freed, ...counted } = finished.value
  if (freed !== null) await printers.noteSign(freed, { state: 'ready', jobId: null })
  countFinished(meter, counted)
  for (const each of [counted, ...counted.others]) {
    const { good, scrap } = each.job
    const { reprint, orderStatus } = each
    const facts = { ...factsOf(each.job), good, scrap, reprint: reprint?.id, orderStatus }
    log.info('farm.job_done', facts)
  }
  return ok(counted)
}

/** Each job once: when it is done or was cancelled. */
export function countFinished(meter: FarmDeps['meter'], finished: FinishResult): void {
  if (finished.isRepeat) return
  for (const each of [finished, ...finished.others]) {
    countMoved(meter, each)
    const { state } = each.job
    if (state === 'done' || state === 'cancelled') {
      meter.count('print_jobs_total', { outcome: state })
    }
  }
}

/** The order's new status. No job moves an order back to a status before its payment. */
export function countMoved(meter: FarmDeps['meter'], { moved }: Pick<FinishResult, 'moved'>): void {
  if (moved !== null) countStatus(meter, moved)
}

export async function failJob(
  { printJobs, printers, log, meter }: Deps,
  id: PrintJobId,
  report: { readonly lease: PrintLease; readonly reason: string; readonly isAttempt: boolean },
): Promise<Result<PrintJob, FarmFailure>> {
  if (!isUuid(id)) return notFound
  await printers.noteSignOfHolder({ id, lease: report.lease }, { state: 'ready', jobId: null })
  const failed = await printJobs.fail(id, report)
  if (!failed.ok) return failed
  const { job, isRepeat } = failed.value
  if (!isRepeat) {
    const { state, attempts } = job
    if (state === 'failed') meter.count('print_jobs_total', { outcome: 'failed' })
    log.warn('farm.job_failed', { ...factsOf(job), state, attempts, reason: report.reason })
  }
  return ok(job)
}

/** Claims whose printer is silent go back to the queue. Run by the worker. */
export async function recoverExpiredJobs({
  printJobs,
  log,
  meter,
}: Pick<Deps, 'printJobs' | 'log' | 'meter'>): Promise<void> {
  const { ended, failed } = await printJobs.recoverExpired(recoveredAtOnce)
  if (failed > 0) meter.count('print_jobs_total', { outcome: 'failed' }, failed)
  if (ended > 0) log.warn('farm.jobs_recovered', { jobs: ended, failed })
}

const recoveredAtOnce = 50

const notFound = fail({ kind: 'print_job_not_found' } as const)
