// Ways in which a claim ends without parts: it is released, has failed, or its lease ran out.
import { type Selectable, sql } from 'kysely'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import type { FarmFailure } from '../../domain/farm/failure.ts'
import { maxAttempts, maxFaults, type PrintJob } from '../../domain/farm/job.ts'
import type {
  Failed,
  FailReport,
  Recovered,
  ReleasedClaim,
  WithheldClaim,
} from '../../domain/farm/ports.ts'
import { cancelledByOperator } from '../../domain/farm/withdrawal.ts'
import type { Db } from '../core/connect.ts'
import { hasLapsed, idsToClaim } from '../core/leases.ts'
import type { PrintJobsTable } from '../schema/farm.ts'
import { addJobEvents, lockJob, nextVersion, readJob, type Tx } from './job-rows.ts'

type Row = Selectable<PrintJobsTable>

/** Back to the queue; the claim does not count as an attempt. */
export async function releaseJob(tx: Tx, { id, lease, printer }: Row, why: string): Promise<void> {
  await tx
    .updateTable('print_jobs')
    .set({
      state: 'queued',
      version: nextVersion,
      lease: null,
      leased_until: null,
      attempts: sql`greatest(0, attempts - 1)`,
    })
    .where('id', '=', id)
    .execute()
  await addJobEvents(tx, [id], { kind: 'released', by: printer ?? '', detail: why, lease })
}

/** After the last attempt the job needs attention. */
const afterAttempt = {
  state: sql<
    'queued' | 'failed'
  >`case when attempts >= ${maxAttempts}::int then 'failed' else 'queued' end`,
  version: nextVersion,
  lease: null,
  leased_until: null,
} as const

export async function failJob(
  db: Db,
  id: string,
  { lease, reason, isAttempt }: FailReport,
): Promise<Result<Failed, FarmFailure>> {
  return await db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, id)
    if (job === null) return fail({ kind: 'print_job_not_found' })
    if (!(await holdsLease(tx, job, lease))) {
      const ended = await endOf(tx, id, lease)
      // A fault too many is an attempt.
      const isSame = ended?.kind === 'failed' || (!isAttempt && ended?.kind === 'released')
      if (!isSame) return fail(refusalOf(ended))
      return ok({ job: await current(tx, id), isRepeat: true })
    }
    if (!isAttempt && job.faults < maxFaults) {
      await releaseJob(tx, job, reason)
      await tx
        .updateTable('print_jobs')
        .set({ faults: sql`faults + 1` })
        .where('id', '=', id)
        .execute()
      return ok({ job: await current(tx, id), isRepeat: false })
    }
    await tx
      .updateTable('print_jobs')
      .set({ ...afterAttempt, reason })
      .where('id', '=', id)
      .execute()
    await addJobEvents(tx, [id], { kind: 'failed', by: job.printer ?? '', detail: reason, lease })
    return ok({ job: await current(tx, id), isRepeat: false })
  })
}

export async function withholdJob(
  db: Db,
  id: string,
  { lease, reason }: WithheldClaim,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, id)
    if (job === null || !(await holdsLease(tx, job, lease))) return
    await tx
      .updateTable('print_jobs')
      .set({ ...afterAttempt, state: 'failed', reason })
      .where('id', '=', id)
      .execute()
    await addJobEvents(tx, [id], { kind: 'failed', by: job.printer ?? '', detail: reason, lease })
  })
}

export async function releaseClaim(
  db: Db,
  id: string,
  { lease, reason, flavor }: ReleasedClaim,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, id)
    if (job === null || !(await holdsLease(tx, job, lease))) return
    await releaseJob(tx, job, reason)
    if (flavor !== undefined) {
      await tx.updateTable('print_jobs').set({ flavor }).where('id', '=', id).execute()
    }
  })
}

/** A lease that has run out holds nothing, even before the worker has recovered its job. */
export async function holdsLease(
  tx: Tx,
  { id, state, lease }: Row,
  sent: string,
): Promise<boolean> {
  if (lease !== sent || (state !== 'claimed' && state !== 'printing')) return false
  const valid = await tx
    .selectFrom('print_jobs')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`leased_until >= clock_timestamp()`)
    .executeTakeFirst()
  return valid !== undefined
}

type LeaseEnd = { readonly kind: string; readonly detail: string | null }

/** The event that ended this lease; null when there was no such lease, or it has only run out. */
export async function endOf(tx: Tx, jobId: string, lease: string): Promise<LeaseEnd | null> {
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

export function refusalOf(ended: LeaseEnd | null): FarmFailure {
  return ended?.kind === 'cancelled'
    ? { kind: 'job_withdrawn', reason: ended.detail ?? cancelledByOperator }
    : { kind: 'job_lease_lost' }
}

export async function recoverExpired(db: Db, limit: number): Promise<Recovered> {
  return await db.transaction().execute(async (tx) => {
    const when = sql`state in ('claimed', 'printing') and ${hasLapsed('leased_until')}`
    const expired = await tx
      .selectFrom('print_jobs')
      .select(['id', 'lease', 'printer'])
      .where('id', 'in', idsToClaim('print_jobs', { when, earliest: 'leased_until', limit }))
      .execute()
    for (const { id, lease, printer } of expired) {
      await addJobEvents(tx, [id], { kind: 'expired', by: printer ?? '', lease })
    }
    const ids = expired.map(({ id }) => id)
    if (ids.length === 0) return { ended: 0, failed: 0 }
    const jobs = await tx
      .updateTable('print_jobs')
      .set({ ...afterAttempt, reason: sql`'The printer ' || printer || ' sent no heartbeat.'` })
      .where('id', 'in', ids)
      .returning('state')
      .execute()
    return { ended: jobs.length, failed: jobs.filter(({ state }) => state === 'failed').length }
  })
}

export async function current(tx: Tx, id: string): Promise<PrintJob> {
  const job = await readJob(tx, id)
  if (job === null) throw new Error(`print job ${id} vanished`)
  return job
}
