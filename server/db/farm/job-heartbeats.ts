// Heartbeats of printers: each renews the lease of a print job or tells the printer to stop.

import { sql } from 'kysely'
import type { PrintJobId } from '../../domain/base/ids/print-job-id.ts'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import { refusalAfter, stopAfter, stopReasonOfHolds } from '../../domain/farm/claim/claim-end.ts'
import type { FarmFailure } from '../../domain/farm/failure.ts'
import { leaseSeconds } from '../../domain/farm/jobs/job.ts'
import type { Heartbeat, HeartbeatResult } from '../../domain/farm/ports.ts'
import type { Db, Tx } from '../core/connect.ts'
import { isStillValid, leaseEnd } from '../core/transactions/leases.ts'
import { endOf, holdsLease, releasePlate } from './job-ends.ts'
import { nextVersion } from './job-rows.ts'
import { isJobRunning } from './job-states.ts'
import {
  isRunning,
  type LockedPlate,
  onJobPlate,
  orderOf,
  type Row,
  runningJobs,
} from './plate-locks.ts'

/** A heartbeat without progress keeps the last stated one, from which the filament is booked. `job` is the alias of the job's row. */
const lastProgress = ({ printing, progress }: Heartbeat, job: string) =>
  sql<
    number | null
  >`coalesce(${progress}::float8, case when ${printing} then ${sql.ref(`${job}.progress`)} end)`

/** Records a heartbeat. Uses one statement, unless the printer has to stop. `held` is the order of the lead job. */
export async function heartbeat(
  db: Db,
  id: PrintJobId,
  beat: Heartbeat,
): Promise<Result<HeartbeatResult, FarmFailure>> {
  const { lease, printing, remainingSeconds } = beat
  const { rows } = await sql<{ leased_until: Date; held: boolean }>`
    with beat as (
      update print_jobs job set leased_until = ${leaseEnd(leaseSeconds)}, heartbeat_at = now(),
        state = case when ${printing} then 'printing' else job.state end,
        version = job.version + case when ${printing} and job.state = 'claimed' then 1 else 0 end,
        progress = ${lastProgress(beat, 'job')}, remaining_seconds = ${remainingSeconds}::int
      from orders
      where job.id = ${id} and orders.id = job.order_id and job.lease = ${lease} and ${isJobRunning('job.state')}
        and ${isStillValid(sql.ref('job.leased_until'))}
      returning job.id, job.leased_until, orders.held_at is not null as held),
    riders as (
      update print_jobs set state = 'printing', version = version + 1 where id in (
        select rider.id from print_jobs rider join beat on rider.lead_id = beat.id
        where ${printing} and rider.state = 'claimed' for update of rider skip locked))
    select leased_until, held from beat`.execute(db)
  const [row] = rows
  if (row !== undefined && !row.held) return ok({ leasedUntil: row.leased_until, stop: null })
  return await onJobPlate<HeartbeatResult>(db, id, (tx, plate) => stopOrRefuse(tx, plate, beat))
}

/** Returns a plate whose orders are all on hold to the queue, where it waits for the release. */
async function stopOrRefuse(
  tx: Tx,
  plate: LockedPlate,
  beat: Heartbeat,
): Promise<Result<HeartbeatResult, FarmFailure>> {
  const { lease, printing } = beat
  const { lead, riders } = plate
  if (await holdsLease(tx, plate, lease)) {
    const holds = runningJobs(plate).map((job) => orderOf(plate, job).hold)
    const stop = stopReasonOfHolds(holds)
    if (stop === null) {
      if (printing && !isRunning(lead)) await startPrinting(tx, riders)
      const leasedUntil = await renew(tx, lead, beat)
      return ok({ leasedUntil, stop: null })
    }
    await releasePlate(tx, plate, stop)
    return ok({ leasedUntil: null, stop })
  }
  const ended = await endOf(tx, lead.id, lease)
  const stop = stopAfter(ended)
  return stop === null ? fail(refusalAfter(ended)) : ok({ leasedUntil: null, stop })
}

async function startPrinting(tx: Tx, riders: readonly Row[]): Promise<void> {
  const ids = riders.filter(({ state }) => state === 'claimed').map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .updateTable('print_jobs')
    .set({ state: 'printing', version: nextVersion })
    .where('id', 'in', ids)
    .execute()
}

/**
 * Renews the lease. A program may name any job of the plate. A lead that was cancelled while other jobs of its plate are printed keeps the
 * lease.
 */
async function renew(tx: Tx, lead: Row, beat: Heartbeat): Promise<Date> {
  const until = leaseEnd(leaseSeconds)
  const { leased_until } = await tx
    .updateTable('print_jobs')
    .set({
      heartbeat_at: sql`clock_timestamp()`,
      progress: lastProgress(beat, 'print_jobs'),
      remaining_seconds: beat.remainingSeconds,
      ...(isRunning(lead) && { leased_until: until }),
    })
    .where('id', '=', lead.id)
    .returning(until.as('leased_until'))
    .executeTakeFirstOrThrow()
  return leased_until
}
