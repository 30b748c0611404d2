// Ways in which a claim ends without parts: it was released, it failed, or its lease expired.

import { sql } from 'kysely'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import type { PrintLease } from '../../domain/base/ids/print-lease.ts'
import { mustExist } from '../../domain/base/must-exist.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import {
  attemptsAfterRelease,
  type ClaimEnd,
  isFault,
  isSameFailure,
  noHeartbeatFrom,
  refusalAfter,
  riderOutcome,
  stateAfterAttempt,
} from '../../domain/farm/claim/claim-end.ts'
import type { FarmFailure } from '../../domain/farm/failure.ts'
import { leaseSeconds, type PrintJob } from '../../domain/farm/jobs/job.ts'
import type {
  FailReport,
  FailureResult,
  RecoveryCounts,
  ReleasedClaim,
  WithheldClaim,
} from '../../domain/farm/ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import { hasLapsed, idsToClaim, isStillValid } from '../core/transactions/leases.ts'
import { addJobEvents, nextVersion, readJob } from './job-rows.ts'
import { isJobRunning } from './job-states.ts'
import { isRunning, type LockedPlate, onJobPlate, onPlate, type Row } from './plate-locks.ts'
import { dissolve, endRiders } from './shared-plates.ts'

/** Returns the job to the queue. The claim is not counted as an attempt. */
async function releaseJob(
  tx: Tx,
  { id, lease, printer, attempts }: Row,
  why: string,
): Promise<void> {
  await tx
    .updateTable('print_jobs')
    .set({ ...withoutLease, state: 'queued', attempts: attemptsAfterRelease(attempts) })
    .where('id', '=', id)
    .execute()
  await addJobEvents(tx, [id], { kind: 'released', by: printer ?? '', detail: why, lease })
}

const withoutLease = { version: nextVersion, lease: null, leased_until: null } as const

export async function failJob(
  db: Db,
  id: PrintJobId,
  { lease, reason, isAttempt }: FailReport,
): Promise<Result<FailureResult, FarmFailure>> {
  return await onJobPlate<FailureResult>(db, id, async (tx, plate) => {
    const { lead } = plate
    if (!(await holdsLease(tx, plate, lease))) {
      const ended = await endOf(tx, lead.id, lease)
      if (!isSameFailure(ended, { isAttempt })) return fail(refusalAfter(ended))
      return ok({ job: await mustReadJob(tx, id), isRepeat: true })
    }
    if (isFault({ isAttempt }, lead)) {
      await releasePlate(tx, plate, reason)
      await tx
        .updateTable('print_jobs')
        .set({ faults: sql`faults + 1` })
        .where('id', '=', lead.id)
        .execute()
      return ok({ job: await mustReadJob(tx, id), isRepeat: false })
    }
    const by = lead.printer ?? ''
    const to = stateAfterAttempt(lead.attempts)
    if (isRunning(lead)) {
      await tx
        .updateTable('print_jobs')
        .set({ ...withoutLease, state: to, reason })
        .where('id', '=', lead.id)
        .execute()
    }
    await addJobEvents(tx, [lead.id], { kind: 'failed', by, detail: reason, lease })
    await endRiders(tx, plate, { to, kind: 'failed', by, detail: reason })
    return ok({ job: await mustReadJob(tx, id), isRepeat: false })
  })
}

/** Withholds the lead job only. The riders are not withheld: each gets its own slice. */
export async function withholdJob(
  db: Db,
  id: PrintJobId,
  { lease, reason }: WithheldClaim,
): Promise<boolean> {
  return await onPlate(db, id, false, async (tx, plate) => {
    const { lead } = plate
    if (!(await holdsLease(tx, plate, lease))) return false
    await tx
      .updateTable('print_jobs')
      .set({ ...withoutLease, state: 'failed', reason })
      .where('id', '=', lead.id)
      .execute()
    await addJobEvents(tx, [lead.id], {
      kind: 'failed',
      by: lead.printer ?? '',
      detail: reason,
      lease,
    })
    if (lead.place !== null) await dissolve(tx, lead.id)
    return true
  })
}

export async function releaseClaim(
  db: Db,
  id: PrintJobId,
  { lease, reason, flavor }: ReleasedClaim,
): Promise<boolean> {
  return await onPlate(db, id, false, async (tx, plate) => {
    if (!(await holdsLease(tx, plate, lease))) return false
    await releasePlate(tx, plate, reason)
    if (flavor !== undefined) {
      await tx.updateTable('print_jobs').set({ flavor }).where('id', '=', id).execute()
    }
    return true
  })
}

/** A plate whose lead was cancelled after the claim is found by its riders. */
export async function releaseUnstarted(db: Db, printer: string, reason: string): Promise<void> {
  const claimed = await db
    .selectFrom('print_jobs')
    .select(sql<PrintJobId>`coalesce(lead_id, id)`.as('id'))
    .distinct()
    .where('printer', '=', printer)
    .where('state', '=', 'claimed')
    .execute()
  for (const { id } of claimed) {
    await onPlate(db, id, undefined, async (tx, plate) => {
      const { lead } = plate
      if (lead.printer !== printer || lead.lease === null) return
      if (!(await holdsLease(tx, plate, lead.lease)) || (await hadHeartbeat(tx, lead))) return
      await releasePlate(tx, plate, reason)
    })
  }
}

/** Whether a heartbeat has arrived since the claim, which sets both times. */
async function hadHeartbeat(tx: Tx, { id }: Row): Promise<boolean> {
  const silent = await tx
    .selectFrom('print_jobs')
    .select('id')
    .where('id', '=', id)
    .whereRef('heartbeat_at', '=', 'claimed_at')
    .executeTakeFirst()
  return silent === undefined
}

/** Returns the printer's plate to the queue with all of its jobs. No attempt is counted. */
export async function releasePlate(
  tx: Tx,
  plate: Pick<LockedPlate, 'lead' | 'riders'>,
  why: string,
): Promise<void> {
  const { lead } = plate
  if (isRunning(lead)) {
    await releaseJob(tx, lead, why)
  } else {
    const { id, lease, printer } = lead
    await addJobEvents(tx, [id], { kind: 'released', by: printer ?? '', detail: why, lease })
  }
  const by = lead.printer ?? ''
  await endRiders(tx, plate, { to: 'queued', kind: 'released', by, detail: why })
}

/**
 * Whether the lease is valid. An expired lease holds nothing, even before the worker has recovered its jobs. The lead of a shared plate
 * keeps the lease even after its cancellation, while other jobs of the plate are printed.
 */
export async function holdsLease(
  tx: Tx,
  { lead, riders }: Pick<LockedPlate, 'lead' | 'riders'>,
  lease: PrintLease,
): Promise<boolean> {
  if (lead.lease !== lease) return false
  const isLed = isRunning(lead)
  if (!isLed && !riders.some((rider) => isRunning(rider) && rider.plate_lease === lease)) {
    return false
  }
  const end = isLed ? sql`leased_until` : lastBeatEnd('print_jobs')
  const valid = await tx
    .selectFrom('print_jobs')
    .select('id')
    .where('id', '=', lead.id)
    .where(isStillValid(end))
    .executeTakeFirst()
  return valid !== undefined
}

/** End of a lease whose job was cancelled. `job` is the alias of its row. */
const lastBeatEnd = (job: string) =>
  sql`${sql.ref(job)}.heartbeat_at + make_interval(secs => ${leaseSeconds}::float8)`

/** Returns the event that ended this lease, or null when there was no such lease or it has only expired. */
export async function endOf(
  tx: Tx,
  jobId: PrintJobId,
  lease: PrintLease,
): Promise<ClaimEnd | null> {
  const event = await tx
    .selectFrom('print_job_events')
    .select(['kind', 'detail'])
    .where('job_id', '=', jobId)
    .where('lease', '=', lease)
    .where('kind', '<>', 'claimed')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return event ?? null
}

export async function recoverExpired(db: Db, limit: number): Promise<RecoveryCounts> {
  return await db.transaction().execute(async (tx) => {
    const when = sql`${isJobRunning()} and lead_id is null and ${hasLapsed('leased_until')}`
    const expired = await tx
      .selectFrom('print_jobs')
      .select(['id', 'lease', 'printer', 'attempts'])
      .where('id', 'in', idsToClaim('print_jobs', { when, earliest: 'leased_until', limit }))
      .execute()
    for (const { id, lease, printer, attempts } of expired) {
      await addJobEvents(tx, [id], { kind: 'expired', by: printer ?? '', lease })
      const reason = printer === null ? null : noHeartbeatFrom(printer)
      await tx
        .updateTable('print_jobs')
        .set({ ...withoutLease, state: stateAfterAttempt(attempts), reason })
        .where('id', '=', id)
        .execute()
    }
    const failedRiders = await recoverRiders(tx, limit)
    const failed = expired.filter(({ attempts }) => stateAfterAttempt(attempts) === 'failed')
    return { ended: expired.length, failed: failed.length + failedRiders }
  })
}

/**
 * Recovers riders whose plate's claim ended without them: the lease of their lead expired, or a process of the previous release, which
 * does not know shared plates, ended the claim. Remove the second case once every supported release knows shared plates (migration 0074);
 * the first case stays. Returns how many riders failed.
 */
async function recoverRiders(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql<AbandonedRider>`
    select rider.id, rider.printer, lead.state, lead.reason
    from print_jobs rider join print_jobs lead on lead.id = rider.lead_id
    where ${isJobRunning('rider.state')} and not ${isJobRunning('lead.state')}
      and not (lead.state = 'cancelled' and ${isStillValid(lastBeatEnd('lead'))})
    order by rider.id limit ${limit} for update of rider skip locked`.execute(tx)
  for (const { id, printer, ...lead } of rows) {
    const { state, event, reason } = riderOutcome(lead)
    await tx
      .updateTable('print_jobs')
      .set({ state, version: nextVersion, leased_until: null, plate_lease: null, reason })
      .where('id', '=', id)
      .execute()
    await addJobEvents(tx, [id], { kind: event, by: printer ?? '' })
  }
  return rows.filter((lead) => riderOutcome(lead).state === 'failed').length
}

/** `state` and `reason` are those of the lead. */
type AbandonedRider = Pick<Row, 'id' | 'printer' | 'state' | 'reason'>

export async function mustReadJob(tx: Tx, id: PrintJobId): Promise<PrintJob> {
  return mustExist(await readJob(tx, id), `print job ${id}`)
}
