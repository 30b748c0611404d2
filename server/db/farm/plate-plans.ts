// Stores the worker's plans for shared plates: which jobs may share a plate, which jobs are put on one, and which are removed. All
// statements skip rows that another transaction has locked, so none waits.

import { sql } from 'kysely'
import * as v from 'valibot'
import { orderIdOf } from '../../domain/base/ids/order-id.ts'
import { type PrintJobId, printJobIdOf } from '../../domain/base/ids/print-job-id.ts'
import { silentSeconds } from '../../domain/base/time/silence.ts'
import { materialNames } from '../../domain/catalog/materials.ts'
import { isRunning, type PlatePlace } from '../../domain/farm/jobs/job.ts'
import type {
  LoneJobs,
  OpenPlateJob,
  PlannedPlate,
  PlatePlans,
  SharingFarm,
} from '../../domain/farm/plate-plans.ts'
import type { Db, Tx } from '../core/connect.ts'
import { idOf, readRows, wholeNumber } from '../core/read-rows.ts'
import { jsonb } from '../core/values/json.ts'
import {
  hoursAlone,
  inClaimOrder,
  isOrderPrintable,
  isShareable,
  nextVersion,
  placeOf,
  type StoredPlace,
  sizeOf,
} from './job-rows.ts'
import { isJobRunning } from './job-states.ts'
import type { Row } from './plate-locks.ts'
import { isServed } from './served-printers.ts'
import { dissolve, leavePlate } from './shared-plates.ts'

export function createPlatePlans(db: Db): PlatePlans {
  return {
    farm: () => readFarm(db),
    listOpen: (limit) => listOpen(db, limit),
    listWaiting: () => listWaiting(db),
    share: (plate) => db.transaction().execute((tx) => sharePlate(tx, plate)),
    dissolve: (leadId, alone) =>
      db.transaction().execute((tx) => dissolveWaiting(tx, leadId, alone)),
    tidy: (limit) => tidy(db, limit),
  }
}

const material = v.picklist(materialNames)

const printerRow = v.object({
  acceptsSharedPlates: v.boolean(),
  nozzleMm: v.nullable(v.number()),
  profile: v.string(),
  spools: v.nullable(v.array(v.object({ material, color: v.string() }))),
  isIdle: v.boolean(),
})

async function readFarm(db: Db): Promise<SharingFarm> {
  const rows = await readRows(
    db,
    printerRow,
    sql`
    select takes_shared and not 'model' = any(file_kinds) as "acceptsSharedPlates", coalesce(nozzle_mm, profile_nozzle_mm) as "nozzleMm", profile,
      coalesce((select jsonb_agg(jsonb_build_object('material', material, 'color', color) order by slot) from printer_spools
        where printer = name), case when spools_counted then '[]'::jsonb end) as spools,
      last_heard_at > now() - make_interval(secs => ${silentSeconds}::float8)
        and (state = 'ready' or (state = 'finished' and cleared_at is not null)) as "isIdle"
    from printers where ${isServed}
    order by name`,
  )
  return {
    acceptsSharedPlates:
      rows.length > 0 && rows.every(({ acceptsSharedPlates }) => acceptsSharedPlates),
    printers: rows.map(({ acceptsSharedPlates: _, ...printer }) => printer),
  }
}

const jobId = idOf(printJobIdOf)
const jobRow = v.object({ id: jobId })

const openRow = v.object({
  id: jobId,
  orderId: idOf(orderIdOf),
  orderCode: v.string(),
  line: v.nullable(wholeNumber),
  parts: wholeNumber,
  material,
  color: v.string(),
  nozzleDiameter: v.number(),
  centihours: wholeNumber,
  sizeMm: v.nullable(v.array(v.number())),
  dueInSeconds: v.nullable(v.number()),
  leadId: v.nullable(jobId),
  place: v.unknown(),
  mayShare: v.boolean(),
  slicedFor: v.array(v.string()),
})

async function listOpen(db: Db, limit: number): Promise<readonly OpenPlateJob[]> {
  const rows = await readRows(
    db,
    openRow,
    sql`
    select job.id, order_id as "orderId", code as "orderCode", line, parts, job.material, job.color, job.nozzle_diameter as "nozzleDiameter",
      ${hoursAlone('job')} as centihours, size_mm as "sizeMm",
      extract(epoch from job.due_at - now())::float8 as "dueInSeconds", lead_id as "leadId", place,
      not alone and ${isShareable('job')} as "mayShare",
      array(select profile from plate_slices made where made.job_id = coalesce(lead_id, job.id) and made.state = 'sliced'
        and made.shared = (job.place is not null) order by profile) as "slicedFor"
    from print_jobs job join orders on orders.id = job.order_id
    where job.state = 'queued' and ${isOrderPrintable}
    order by ${inClaimOrder('job')} limit ${limit}`,
  )
  return rows.map(({ place, sizeMm, ...job }) => ({
    ...job,
    sizeMm: sizeOf(sizeMm),
    place: placeOf(place),
  }))
}

async function listWaiting(db: Db): Promise<readonly PrintJobId[]> {
  const rows = await db
    .selectFrom('print_jobs')
    .select('id')
    .where('place', 'is not', null)
    .where('lead_id', 'is', null)
    .where('state', 'in', ['queued', 'failed'])
    .execute()
  return rows.map(({ id }) => id)
}

const sharedRow = v.object({
  id: jobId,
  lead_id: v.nullable(jobId),
  place: v.unknown(),
  centihours: wholeNumber,
})

async function sharePlate(tx: Tx, { jobs }: PlannedPlate): Promise<boolean> {
  const [lead] = jobs
  if (lead === undefined || jobs.length < 2) return false
  const ids = jobs.map(({ id }) => id)
  const rows = await readRows(
    tx,
    sharedRow,
    sql`
    select job.* from print_jobs job
    where (job.id = any(${ids}::uuid[]) or job.lead_id = ${lead.id}) and job.state = 'queued' and not alone and ${isShareable('job')}
    order by job.id = ${lead.id} desc, job.id for update skip locked`,
  )
  // Jobs that already share the plate stay on it. A closed job of the plate, or one that another transaction has locked, blocks the plan
  // until it is removed.
  const isAsListed = rows.every(
    (row) =>
      ids.includes(row.id) &&
      (row.lead_id === null || row.lead_id === lead.id) &&
      (row.id === lead.id || row.lead_id !== null || row.place === null),
  )
  if (!isAsListed || rows.length !== ids.length) return false
  const others = await tx
    .selectFrom('print_jobs')
    .select('id')
    .where('lead_id', '=', lead.id)
    .where('id', 'not in', ids)
    .executeTakeFirst()
  if (others !== undefined) return false
  await tx.deleteFrom('plate_slices').where('job_id', 'in', ids).execute()
  for (const { id, place } of jobs) {
    const row = rows.find((each) => each.id === id)
    if (row === undefined) continue
    const centihours = placeOf(row.place)?.centihours ?? row.centihours
    await tx
      .updateTable('print_jobs')
      .set({
        place: jsonb({ ...place, centihours } satisfies PlatePlace &
          Pick<StoredPlace, 'centihours'>),
        lead_id: id === lead.id ? null : lead.id,
        centihours,
        version: nextVersion,
      })
      .where('id', '=', id)
      .execute()
  }
  return true
}

async function dissolveWaiting(tx: Tx, leadId: PrintJobId, alone?: LoneJobs): Promise<void> {
  const plate = await lockWaiting(tx, leadId)
  if (plate === null || (plate.lead.state !== 'queued' && plate.lead.state !== 'failed')) return
  if (alone !== undefined) {
    const { jobIds, reason } = alone
    const ids = [plate.lead, ...plate.riders]
      .map(({ id }) => id)
      .filter((id) => jobIds === 'all' || jobIds.includes(id))
    await tx
      .updateTable('print_jobs')
      .set({ alone: true, alone_reason: reason })
      .where((where) => where('id', '=', where.fn.any(where.val(ids))))
      .execute()
  }
  await dissolve(tx, leadId)
}

/** Locks a plate with its riders. Returns null when another transaction has locked one of them, or its printer. */
async function lockWaiting(
  tx: Tx,
  leadId: PrintJobId,
): Promise<{ readonly lead: Row; readonly riders: readonly Row[] } | null> {
  const rows = await tx
    .selectFrom('print_jobs')
    .selectAll()
    .where((where) => where.or([where('id', '=', leadId), where('lead_id', '=', leadId)]))
    .orderBy(sql`id = ${leadId}::uuid`, 'desc')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  const { count } = await tx
    .selectFrom('print_jobs')
    .select(sql<number>`count(*)::int`.as('count'))
    .where((where) => where.or([where('id', '=', leadId), where('lead_id', '=', leadId)]))
    .executeTakeFirstOrThrow()
  const [lead, ...riders] = rows
  if (lead?.id !== leadId || rows.length !== count) return null
  const isHeld = rows.some(({ state }) => isRunning(state))
  return isHeld ? null : { lead, riders }
}

const isMoreUrgent = sql`(rider.priority > lead.priority or (rider.priority = lead.priority
  and coalesce(rider.due_at, 'infinity') < coalesce(lead.due_at, 'infinity')))`

/** Jobs that must leave the lead's plate: the lead itself, and riders. */
const leavers = (leadId: PrintJobId) => sql`
  select lead.id from print_jobs lead where lead.id = ${leadId} and not (lead.state in ('queued', 'failed') and ${isShareable('lead')}
    and not exists (select from print_jobs rider where rider.lead_id = lead.id and rider.state = 'queued' and ${isMoreUrgent}))
  union all
  select rider.id from print_jobs rider join print_jobs lead on lead.id = rider.lead_id
  where rider.lead_id = ${leadId} and not (rider.state = lead.state and ${isShareable('rider')})`

async function tidy(db: Db, limit: number): Promise<number> {
  const rows = await readRows(
    db,
    jobRow,
    sql`
    select lead.id from print_jobs lead
    where lead.place is not null and lead.lead_id is null and lead.state in ('queued', 'failed') and (not ${isShareable('lead')}
      or not exists (select from print_jobs rider where rider.lead_id = lead.id)
      or exists (select from print_jobs rider where rider.lead_id = lead.id
        and (rider.state <> lead.state or not ${isShareable('rider')} or (rider.state = 'queued' and ${isMoreUrgent}))))
    union
    select lead.id from print_jobs rider join print_jobs lead on lead.id = rider.lead_id
    where rider.state in ('queued', 'failed') and lead.state in ('done', 'cancelled')
      and not exists (select from print_jobs other where other.lead_id = lead.id and ${isJobRunning('other.state')})
    limit ${limit}`,
  )
  let tidied = 0
  for (const { id } of rows) {
    const isTidied = await db.transaction().execute(async (tx) => {
      const plate = await lockWaiting(tx, id)
      if (plate === null) return false
      const leaving = (await readRows(tx, jobRow, leavers(id))).map((row) => row.id)
      if (leaving.length > 0) await leavePlate(tx, plate, leaving)
      else if (plate.riders.length === 0) await dissolve(tx, id)
      return true
    })
    if (isTidied) tidied += 1
  }
  return tidied
}
