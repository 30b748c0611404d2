// Claims of print jobs. One statement leases a job and skips rows that another claim has locked. A second transaction starts the job and
// moves its order. It runs after the file was checked, and it locks the order before the jobs, as every transaction does. After a crash
// between the two, the job waits until its lease expires.

import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import { type PrintLease, printLeaseOf } from '../../domain/base/ids/print-lease.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { noColor } from '../../domain/catalog/options.ts'
import { checkFailed, checkPauseSeconds } from '../../domain/farm/claim/claim-end.ts'
import { spoolTooShort } from '../../domain/farm/claim/spool-too-short.ts'
import { cannotBePrintedNow } from '../../domain/farm/claim/withdrawal.ts'
import { isPrintable, leaseSeconds } from '../../domain/farm/jobs/job.ts'
import type { LeasedJob, StartedJob, StartFailure } from '../../domain/farm/ports.ts'
import type { PrinterCapabilities } from '../../domain/farm/printers/ability.ts'
import { isBegunByClaim } from '../../domain/farm/queue/order-progress.ts'
import { checkStandstill } from '../../domain/farm/queue/standstill.ts'
import type { Order } from '../../domain/orders/record/order.ts'
import type { Db, Tx } from '../core/connect.ts'
import { leaseEnd } from '../core/transactions/leases.ts'
import { centihoursOf } from '../core/values/centihours.ts'
import { holdsLease, mustReadJob, releasePlate } from './job-ends.ts'
import { moveOrder } from './job-orders.ts'
import { addJobEvents, inClaimOrder, isOrderPrintable, isShareable, readJob } from './job-rows.ts'
import { hasEnoughFilament, isPrintedFrom, recordFilament } from './plate-filament.ts'
import { onPlate, orderOf, type Row } from './plate-locks.ts'
import { distributeHours, startRiders } from './shared-plates.ts'
import { isSlicedByModel } from './slice-rows.ts'

export async function leaseJob(
  db: Db,
  ability: PrinterCapabilities,
  except: readonly PrintJobId[],
): Promise<LeasedJob | null> {
  const isEnough = hasEnoughFilament(ability.spools)
  // A plate for which the loaded spool has too little is printed only if there is no other.
  const lasting = isEnough === null ? null : await leaseNext(db, ability, { except, isEnough })
  return lasting ?? (await leaseNext(db, ability, { except, isEnough: sql`true` }))
}

type LeaseFilter = {
  readonly except: readonly PrintJobId[]
  readonly isEnough: RawBuilder<unknown>
}

async function leaseNext(
  db: Db,
  ability: PrinterCapabilities,
  { except, isEnough }: LeaseFilter,
): Promise<LeasedJob | null> {
  const lease = printLeaseOf(randomUUID())
  const { rows } = await sql<{ id: PrintJobId }>`
    with next as (
      select job.id, slice.file_id, slice.centihours from print_jobs job left join ${sliceFor(ability)} on true
      where state = 'queued' and job.lead_id is null and job.id <> all(${[...except]}::uuid[]) and ${fits(ability)} and ${isOrderPrintable}
        and ${isPlateWhole} and ${isCheckDue} and ${isEnough}
      order by ${inClaimOrder('job')}
      limit 1 for update of job skip locked)
    update print_jobs set state = 'claimed', version = version + 1, lease = ${lease}, leased_until = ${leaseEnd(leaseSeconds)},
      printer = ${ability.printer}, attempts = attempts + 1, claimed_at = now(), heartbeat_at = now(), progress = null,
      remaining_seconds = null, reason = null, slice_profile = case when next.file_id is not null then ${ability.profile} end,
      -- The time of a shared plate is spread over its jobs when it is handed out.
      centihours = case when place is null then coalesce(next.centihours, print_jobs.centihours) else print_jobs.centihours end,
      plate_lease = case when place is not null then ${lease}::uuid end
    from next where print_jobs.id = next.id
    returning print_jobs.id`.execute(db)
  const id = rows[0]?.id
  const job = id === undefined ? null : await readJob(db, id)
  return job === null ? null : { job, lease }
}

/** Whether no job was removed from the plate. The jobs of a plate are printed together or not at all. */
const isPlateWhole = sql`(job.place is null or (${isShareable('job')} and not exists (
  select from print_jobs rider where rider.lead_id = job.id and not (rider.state = 'queued' and ${isShareable('rider')}))))`

/** Whether the job's last check did not fail a short time ago. */
const isCheckDue = sql`(job.faults = 0 or not exists (select from print_job_events where job_id = job.id
  and detail = ${checkFailed} and at > now() - make_interval(secs => ${checkPauseSeconds}::float8)))`

/** The job's slice for the printer's profile: a slice of its own parts, or of the shared plate that it leads. */
const sliceFor = ({ profile }: PrinterCapabilities) => sql`lateral (
  select file.id as file_id, file.size_mm, ceil(${centihoursOf('file.seconds')})::int as centihours
  from plate_slices join print_files file on file.id = plate_slices.print_file_id
  where plate_slices.job_id = job.id and plate_slices.profile = ${profile} and plate_slices.state = 'sliced'
    and plate_slices.shared = (job.place is not null)) slice`

/**
 * Conditions for a job that fits the printer. A restriction that is absent, or whose value the job does not know, excludes no job. For a
 * job that the farm slices, a printer gets the slice of its profile.
 */
function fits(ability: PrinterCapabilities): RawBuilder<unknown> {
  const { materials, colors, spools, nozzleDiameters, volumeMm, fileKinds, firmware } = ability
  const conditions = [
    sql`case when slice.file_id is not null then 'gcode' else job.file_kind end = any(${[...fileKinds]}::text[])`,
    sql`(slice.file_id is not null or job.file_kind <> 'model' or not ${isSlicedByModel})`,
    // A printer that slices its own files would print only the parts of the lead.
    sql`(slice.file_id is not null or job.place is null)`,
    // A client program without support for shared plates would count only the parts of the lead.
    sql`(${ability.acceptsSharedPlates} or job.place is null)`,
  ]
  if (firmware !== null) conditions.push(sql`(job.flavor is null or job.flavor = ${firmware})`)
  if (materials !== null) conditions.push(sql`job.material = any(${[...materials]}::text[])`)
  if (colors !== null) {
    const names = [noColor, ...colors].map((color) => color.toLowerCase())
    conditions.push(sql`lower(job.color) = any(${names}::text[])`)
  }
  if (spools !== null) {
    const any = [sql`false`, ...spools.map(isPrintedFrom)]
    conditions.push(sql`(${sql.join(any, sql` or `)})`)
  }
  if (nozzleDiameters !== null) {
    conditions.push(sql`job.nozzle_diameter = any(${[...nozzleDiameters]}::float8[])`)
  }
  if (volumeMm !== null) {
    const [x, y, z] = volumeMm
    const size = (axis: 1 | 2 | 3) => sql`(coalesce(slice.size_mm, job.size_mm))[${sql.lit(axis)}]`
    // A slice for the printer's profile was already checked against its bed.
    conditions.push(sql`((slice.file_id is not null and ${ability.profile} <> '') or coalesce(slice.size_mm, job.size_mm) is null
      or (${size(1)} <= ${x}::float8 and ${size(2)} <= ${y}::float8 and ${size(3)} <= ${z}::float8))`)
  }
  return sql.join(conditions, sql` and `)
}

export async function startJob(
  db: Db,
  id: PrintJobId,
  { lease, printer }: { readonly lease: PrintLease; readonly printer: string },
): Promise<Result<StartedJob, StartFailure>> {
  const ended = fail({ kind: 'lease_ended' } as const)
  return await onPlate<Result<StartedJob, StartFailure>>(db, id, ended, async (tx, plate) => {
    const { lead, riders } = plate
    if (!(await holdsLease(tx, plate, lease))) return ended
    const jobs = [lead, ...riders]
    const isAsJudged = jobs.every((job) => isHandedOut(orderOf(plate, job), job, lead))
    if (!isAsJudged || !(await hasSlice(tx, lead))) {
      await releasePlate(tx, plate, cannotBePrintedNow)
      return fail({ kind: 'not_printable' })
    }
    const short = await recordFilament(tx, lead, { lease, printer })
    const detail = short === null ? {} : { detail: spoolTooShort(short) }
    await addJobEvents(tx, [lead.id], { kind: 'claimed', by: printer, lease, ...detail })
    if (riders.length > 0) {
      await startRiders(tx, lead, riders, { lease, printer })
      const seconds = await sliceSeconds(tx, lead)
      if (seconds !== null) await distributeHours(tx, lead.id, seconds)
    }
    const startedOrders = [...plate.orders.values()].filter(isBegunByClaim)
    for (const order of startedOrders) await moveOrder(tx, order, 'PRINTING')
    return ok({ job: await mustReadJob(tx, id), firsts: startedOrders.length, short })
  })
}

/** Whether the job is handed out. Between the two transactions of a claim, the order may have been closed or the job cancelled. */
const isHandedOut = (order: Order, job: Row, lead: Row): boolean =>
  isPrintable(order.status) && checkStandstill(order).ok && (job === lead || job.state === 'queued')

/** Whether the job still has its slice. A job that left the plate in the meantime took its slices with it. */
async function hasSlice(
  tx: Tx,
  { id, slice_profile: profile, place, plate_lease: plateLease, lease }: Row,
): Promise<boolean> {
  if (place === null && plateLease === lease) return false
  if (profile === null) return true
  const slice = await tx
    .selectFrom('plate_slices')
    .select('job_id')
    .where('job_id', '=', id)
    .where('profile', '=', profile)
    .where('state', '=', 'sliced')
    .where('shared', '=', place !== null)
    .executeTakeFirst()
  return slice !== undefined
}

async function sliceSeconds(tx: Tx, { id, slice_profile: profile }: Row): Promise<number | null> {
  const slice = await tx
    .selectFrom('plate_slices')
    .innerJoin('print_files', 'print_files.id', 'plate_slices.print_file_id')
    .select('print_files.seconds')
    .where('job_id', '=', id)
    .where('plate_slices.profile', '=', profile ?? '')
    .executeTakeFirst()
  return slice?.seconds ?? null
}
