// Reports from the farm's programs on a claimed job: heartbeats and its end. An expired lease means that the program
// has lost contact.

import { parsePrintJobId } from '../../base/ids/print-job-id.ts'
import type { PrintLease } from '../../base/ids/print-lease.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import { countStatus } from '../../orders/status-changes/count-status.ts'
import type { FarmFailure } from '../failure.ts'
import { jobLogFields, type PrintJob } from '../jobs/job.ts'
import type { PlateCounts } from '../plate-counts.ts'
import type { FarmDeps, FinishResult, Heartbeat, HeartbeatResult } from '../ports.ts'

type Deps = Pick<FarmDeps, 'printJobs' | 'printers' | 'log' | 'meter'>

export async function heartbeat(
  { printJobs, printers, log }: Pick<Deps, 'printJobs' | 'printers' | 'log'>,
  jobId: string,
  beat: Heartbeat,
): Promise<Result<HeartbeatResult, FarmFailure>> {
  const id = parsePrintJobId(jobId)
  if (id === null) return notFound
  const { lease } = beat
  await printers.recordContactOfHolder({ id, lease }, { state: 'printing', jobId: id })
  const heartbeatResult = await printJobs.heartbeat(id, beat)
  if (heartbeatResult.ok && heartbeatResult.value.stop !== null) {
    log.info('farm.job_stopped', { jobId: id, reason: heartbeatResult.value.stop })
  }
  return heartbeatResult
}

/** Finishes a job. Default of `scrap`: the remaining parts. Any job of a shared plate represents the whole plate. */
export async function finishJob(
  { printJobs, printers, log, meter }: Deps,
  jobId: string,
  { lease, ...counts }: PlateCounts & { readonly lease: PrintLease },
): Promise<Result<FinishResult, FarmFailure>> {
  const id = parsePrintJobId(jobId)
  if (id === null) return notFound
  const finished = await printJobs.finish(id, { lease, ...counts })
  if (!finished.ok) return finished
  const { freed, ...counted } = finished.value
  if (freed !== null) await printers.recordContact(freed, { state: 'ready', jobId: null })
  countFinished(meter, counted)
  for (const each of [counted, ...counted.others]) {
    const { good, scrap } = each.job
    const { reprint, orderStatus } = each
    const facts = { ...jobLogFields(each.job), good, scrap, reprint: reprint?.id, orderStatus }
    log.info('farm.job_done', facts)
  }
  return ok(counted)
}

/** Counts each job once: when it is done or cancelled. */
export function countFinished(meter: FarmDeps['meter'], finished: FinishResult): void {
  if (finished.isRepeat) return
  for (const each of [finished, ...finished.others]) {
    countStatusChange(meter, each)
    const { state } = each.job
    if (state === 'done' || state === 'cancelled') {
      meter.count('print_jobs_total', { outcome: state })
    }
  }
}

/** Counts the order's new status. No job moves an order back to a status before payment. */
export function countStatusChange(
  meter: FarmDeps['meter'],
  { moved }: Pick<FinishResult, 'moved'>,
): void {
  if (moved !== null) countStatus(meter, moved)
}

export async function failJob(
  { printJobs, printers, log, meter }: Deps,
  jobId: string,
  report: { readonly lease: PrintLease; readonly reason: string; readonly isAttempt: boolean },
): Promise<Result<PrintJob, FarmFailure>> {
  const id = parsePrintJobId(jobId)
  if (id === null) return notFound
  await printers.recordContactOfHolder({ id, lease: report.lease }, { state: 'ready', jobId: null })
  const failed = await printJobs.fail(id, report)
  if (!failed.ok) return failed
  const { job, isRepeat } = failed.value
  if (!isRepeat) {
    const { state, attempts } = job
    if (state === 'failed') meter.count('print_jobs_total', { outcome: 'failed' })
    log.warn('farm.job_failed', { ...jobLogFields(job), state, attempts, reason: report.reason })
  }
  return ok(job)
}

/** Returns claims of printers that lost contact to the queue. Run by the worker. */
export async function recoverExpiredJobs({
  printJobs,
  log,
  meter,
}: Pick<Deps, 'printJobs' | 'log' | 'meter'>): Promise<void> {
  const { ended, failed } = await printJobs.recoverExpired(recoveredPerRound)
  if (failed > 0) meter.count('print_jobs_total', { outcome: 'failed' }, failed)
  if (ended > 0) log.warn('farm.jobs_recovered', { jobs: ended, failed })
}

const recoveredPerRound = 50

const notFound = fail({ kind: 'print_job_not_found' } as const)
