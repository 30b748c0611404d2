// Conditions of every claim, judged by rows that were read before it.
import type { ClaimedJob } from './farm-program.ts'
import { jobsOf } from './farm-program.ts'
import type { SimPrinter } from './printer.ts'
import { isMoreUrgent, isReadyFor, spoolFor, suits, type WaitingJob } from './queue.ts'
import { must } from './violation.ts'
import { endOfClaim, orderOf, type World } from './world.ts'

/** Maximum number of orders on a plate, which may fail together (server/domain/farm/README.md). */
const maxOrders = 8

/** Checks a claim that returned nothing. */
export function checkNothing(printer: SimPrinter, waiting: readonly WaitingJob[]): void {
  const overlooked = waiting.find((job) => isReadyFor(printer, job))
  must(
    overlooked === undefined,
    () =>
      `${printer.name} is idle and got nothing although job ${overlooked?.id} of ${overlooked?.code} waits for it`,
  )
}

export function checkClaim(
  world: World,
  printer: SimPrinter,
  claimed: ClaimedJob,
  waiting: readonly WaitingJob[],
): void {
  const { name } = printer
  checkPlate(printer, claimed, waiting)
  for (const { jobId, orderCode, parts } of jobsOf(claimed)) {
    const row = waiting.find(({ id }) => id === jobId)
    const what = `job ${jobId} of ${orderCode}`
    must(row !== undefined, () => `${name} got ${what}, which was not waiting`)
    must(row.parts === parts, () => `${name} got ${parts} parts of ${what}, which has ${row.parts}`)
    const { isCancelled, isHeld } = orderOf(world, orderCode)
    must(!isCancelled && !isHeld, () => `${name} got ${what}, which may not be printed now`)
    const other = world.ledger.prints.find(
      (print) =>
        print.outcome === 'running' &&
        print.jobs.some((job) => job.jobId === jobId) &&
        endOfClaim(world, print) === null,
    )
    must(other === undefined, () => `${name} got ${what}, which ${other?.printer} prints`)
  }
  const lead = waiting.find(({ id }) => id === claimed.id)
  if (lead === undefined) return
  must(isReadyFor(printer, lead), () => `${name} cannot print ${lead.id}: ${JSON.stringify(lead)}`)
  const passedOver = waiting.find((job) => isReadyFor(printer, job) && isMoreUrgent(job, lead))
  must(
    passedOver === undefined,
    () =>
      `${name} got job ${lead.id} of ${lead.code} before the more urgent one of ${passedOver?.code}`,
  )
  noteOvertaken(world, printer, claimed, waiting)
}

/**
 * Checks that all jobs of a shared plate are printed, from one spool, and that no more than the maximum may fail
 * together.
 */
function checkPlate(
  printer: SimPrinter,
  claimed: ClaimedJob,
  waiting: readonly WaitingJob[],
): void {
  const { name } = printer
  const riders = waiting.filter(({ leadId }) => leadId === claimed.id)
  const jobs = jobsOf(claimed)
  const ids = jobs.map(({ jobId }) => jobId)
  const missing = riders.find(({ id }) => !ids.includes(id))
  must(missing === undefined, () => `${name} got a plate without its job ${missing?.id}`)
  must(
    jobs.length === riders.length + 1,
    () => `${name} got ${jobs.length} jobs on a plate of ${riders.length + 1}`,
  )
  const spool = spoolFor(printer.spools, claimed)
  const other = riders.find(
    (job) => spool === undefined || !suits({ ...printer, spools: [spool] }, job),
  )
  must(other === undefined, () => `${name} cannot print ${other?.id} from the spool of its plate`)
  const orders = new Set(jobs.map(({ orderCode }) => orderCode)).size
  must(orders <= maxOrders, () => `${name} got a plate of ${orders} orders`)
}

/**
 * Records promises that this claim breaks: by the planned hours, the job would have been in time after the more
 * urgent work on the plate, but is not in time after, or with, the less urgent work on it.
 */
function noteOvertaken(
  world: World,
  printer: SimPrinter,
  claimed: ClaimedJob,
  waiting: readonly WaitingJob[],
): void {
  const nowMs = world.agenda.nowMs()
  const ids = new Set(jobsOf(claimed).map(({ jobId }) => jobId))
  const onPlate = waiting.filter(({ id }) => ids.has(id))
  const plateMs = (claimed.file.printSeconds ?? claimed.printHours * 3600) * 1000
  for (const job of waiting) {
    const isOnPlate = ids.has(job.id)
    if (!isOnPlate && !isReadyFor(printer, job)) continue
    const less = onPlate.find((other) => isMoreUrgent(job, other))
    // More urgent jobs on the plate are correctly printed before it.
    const before = onPlate.filter((other) => isMoreUrgent(other, job))
    const beforeMs = [...before, job].reduce((sum, { hours }) => sum + hours * 3_600_000, 0)
    const endMs = nowMs + plateMs + (isOnPlate ? 0 : job.hours * 3_600_000)
    if (less === undefined || nowMs + beforeMs > job.dueMs || endMs <= job.dueMs) continue
    orderOf(world, job.code).overtakenBy.push(`${less.code} on ${printer.name}`)
  }
}
