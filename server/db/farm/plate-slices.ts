// Which plates the worker slices: a row for each job that it has begun. Jobs without a row, and those whose time has come, are next.
import { sql } from 'kysely'
import type { PlateSlices, TakenPlate } from '../../domain/farm/ports.ts'
import type { Db } from '../core/connect.ts'
import { leaseEnd } from '../core/leases.ts'
import { isOrderPrintable } from './job-claims.ts'

export function createPlateSlices(db: Db): PlateSlices {
  return {
    take: async (leaseSeconds) => {
      const { rows } = await sql<TakenPlate>`
        with next as (
          select job.id, job.version from print_jobs job left join plate_slices slice on slice.job_id = job.id
          where job.state = 'queued' and job.file_kind = 'model' and ${isOrderPrintable}
            and (slice.job_id is null or (slice.state <> 'failed' and slice.due_at <= now()))
          order by job.priority desc, job.due_at, job.created_at, job.plate, job.id
          limit 1 for update of job skip locked),
        taken as (
          insert into plate_slices (job_id, state, attempts, due_at)
            select id, 'slicing', 1, ${leaseEnd(leaseSeconds)} from next
          on conflict (job_id) do update set state = 'slicing', attempts = plate_slices.attempts + 1, due_at = excluded.due_at
            -- Another process may have taken it since.
            where plate_slices.state <> 'failed' and plate_slices.due_at <= now()
          returning job_id, attempts)
        select next.id as "jobId", next.version, taken.attempts as attempt from next join taken on taken.job_id = next.id`.execute(
        db,
      )
      return rows[0] ?? null
    },
    end: async (jobId) => {
      await db.deleteFrom('plate_slices').where('job_id', '=', jobId).execute()
    },
    tryLater: async ({ jobId, attempt }, { seconds, reason, isAttempt }) => {
      await db
        .updateTable('plate_slices')
        .set({
          state: 'waiting',
          due_at: leaseEnd(seconds),
          reason,
          ...(!isAttempt && { attempts: attempt - 1 }),
        })
        .where('job_id', '=', jobId)
        .where('attempts', '=', attempt)
        .execute()
    },
    fail: async ({ jobId, attempt }, reason) => {
      await db
        .updateTable('plate_slices')
        .set({ state: 'failed', reason })
        .where('job_id', '=', jobId)
        .where('attempts', '=', attempt)
        .execute()
    },
    retryFailed: async () => {
      const { numDeletedRows } = await db
        .deleteFrom('plate_slices')
        .where('state', '=', 'failed')
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}
