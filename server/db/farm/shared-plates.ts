// Shared plates: adding jobs, removing them, and keeping the riders in step with their lead job.

import { sql } from 'kysely'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import type { PrintLease } from '../../domain/base/ids/print-lease.ts'
import { fullCentihours } from '../../domain/base/time/centihours.ts'
import { type JobEventKind, runningStates } from '../../domain/farm/jobs/job.ts'
import type { Tx } from '../core/connect.ts'
import { literals } from '../core/values/literals.ts'
import { addJobEvents, hoursAlone, nextVersion } from './job-rows.ts'
import { isRunning, type LockedPlate, type Row } from './plate-locks.ts'

const singleJobColumns = {
  lead_id: null,
  place: null,
  plate_lease: null,
  centihours: hoursAlone('print_jobs'),
  version: nextVersion,
} as const

/** Drops the slices of the complete plate, including those in progress. */
const dropSlices = async (tx: Tx, leadId: PrintJobId): Promise<void> => {
  await tx
    .deleteFrom('plate_slices')
    .where('job_id', '=', leadId)
    .where('shared', '=', true)
    .execute()
}

/** Dissolves a plate: each of its waiting or cancelled jobs is single again, and so is its lead. All of them are locked. */
export async function dissolve(tx: Tx, leadId: PrintJobId): Promise<void> {
  await dropSlices(tx, leadId)
  await tx
    .updateTable('print_jobs')
    .set(singleJobColumns)
    .where((where) => where.or([where('id', '=', leadId), where('lead_id', '=', leadId)]))
    .where((where) =>
      where.or([where('id', '=', leadId), where('state', 'in', ['queued', 'failed', 'cancelled'])]),
    )
    .execute()
}

/**
 * Removes jobs from a plate that no printer has. The others keep their places. Without its lead, or with one remaining job, the plate is
 * dissolved.
 */
export async function leavePlate(
  tx: Tx,
  { lead, riders }: Pick<LockedPlate, 'lead' | 'riders'>,
  jobIds: readonly PrintJobId[],
): Promise<void> {
  if (lead.place === null || jobIds.length === 0) return
  const left = riders.filter(
    ({ id, state }) => !jobIds.includes(id) && (state === 'queued' || state === 'failed'),
  )
  if (jobIds.includes(lead.id) || left.length === 0) {
    await dissolve(tx, lead.id)
    // A closed job is no longer part of a shared plate.
    const ended = riders.filter(({ id }) => jobIds.includes(id)).map(({ id }) => id)
    await takeOff(tx, ended)
    return
  }
  await dropSlices(tx, lead.id)
  await takeOff(tx, jobIds)
  await tx
    .updateTable('print_jobs')
    .set({ version: nextVersion })
    .where('id', '=', lead.id)
    .execute()
}

async function takeOff(tx: Tx, jobIds: readonly PrintJobId[]): Promise<void> {
  if (jobIds.length === 0) return
  await tx
    .updateTable('print_jobs')
    .set(singleJobColumns)
    .where('id', 'in', [...jobIds])
    .where('lead_id', 'is not', null)
    .execute()
}

type RidersEnd = {
  readonly to: 'queued' | 'failed'
  readonly kind: JobEventKind
  readonly by: string
  readonly detail: string
}

/** Ends a claim without parts for the riders. If the lead was cancelled, the riders are single jobs again. */
export async function endRiders(
  tx: Tx,
  { lead, riders }: Pick<LockedPlate, 'lead' | 'riders'>,
  { to, kind, by, detail }: RidersEnd,
): Promise<void> {
  const ids = riders.filter(isRunning).map(({ id }) => id)
  if (ids.length === 0) return
  const isLed = isRunning(lead)
  await tx
    .updateTable('print_jobs')
    .set({
      state: isLed ? to : 'queued',
      version: nextVersion,
      leased_until: null,
      plate_lease: null,
      reason: detail,
    })
    .where('id', 'in', ids)
    .execute()
  await addJobEvents(tx, ids, { kind: isLed || to === 'queued' ? kind : 'released', by, detail })
  if (!isLed) await dissolve(tx, lead.id)
}

/** The lease of a rider ends with that of its lead, but the column needs a time for every job that is being printed. */
export const leaseOfRider = new Date('9999-12-31T00:00:00Z')

/** Hands out the riders of a plate together with its lead. All of them are locked. */
export async function startRiders(
  tx: Tx,
  lead: Row,
  riders: readonly Row[],
  { lease, printer }: { readonly lease: PrintLease; readonly printer: string },
): Promise<void> {
  const ids = riders.map(({ id }) => id)
  await tx
    .updateTable('print_jobs')
    .set({
      state: 'claimed',
      version: nextVersion,
      plate_lease: lease,
      leased_until: leaseOfRider,
      printer,
      claimed_at: lead.claimed_at,
      heartbeat_at: null,
      progress: null,
      remaining_seconds: null,
      reason: null,
      slice_profile: lead.slice_profile,
    })
    .where('id', 'in', ids)
    .execute()
  await addJobEvents(tx, ids, { kind: 'claimed', by: printer })
}

/**
 * Divides the time of the complete plate among its jobs, in proportion to the hours that each takes alone. Jobs that another transaction
 * has locked keep their time.
 */
export async function distributeHours(tx: Tx, leadId: PrintJobId, seconds: number): Promise<void> {
  await sql`
    with member as (
      select id, greatest(1, ${hoursAlone('print_jobs')}) as alone from print_jobs
      where (id = ${leadId} or lead_id = ${leadId}) and state in (${literals(['queued', ...runningStates])}) for update skip locked),
    total as (select sum(alone) as alone from member)
    update print_jobs set centihours = ceil(${fullCentihours(seconds)}::float8 * member.alone / total.alone)
    from member, total where print_jobs.id = member.id`.execute(tx)
}
