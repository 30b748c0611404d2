// Lists and sums of print jobs for operators. Each reads an index of its part of the table.

import { type RawBuilder, sql } from 'kysely'
import type { OrderId } from '../../domain/base/ids/order-id.ts'
import { jobViews, type PrintJob } from '../../domain/farm/jobs/job.ts'
import type { FarmSummary, JobFilter } from '../../domain/farm/ports.ts'
import type { Db } from '../core/connect.ts'
import { jobOfRow, selectJobs } from './job-rows.ts'
import { isJobOpen, isJobRunning } from './job-states.ts'
import { isSlicedByModel, isUnsliced, needsOperator } from './slice-rows.ts'

/** Start of the day in a time zone. */
export const todayIn = (timeZone: string) => sql`date_trunc('day', now(), ${timeZone})`

export async function listJobs(
  db: Db,
  { view, printer, after, limit }: JobFilter,
): Promise<PrintJob[]> {
  let query = selectJobs(db).where('print_jobs.state', 'in', jobViews[view]).limit(limit)
  if (printer !== null) query = query.where('printer', '=', printer)
  const before = (columns: string, sign: '<' | '>') =>
    sql<boolean>`(${sql.raw(columns)}) ${sql.raw(sign)} (select ${sql.raw(columns)} from print_jobs where id = ${after})`
  switch (view) {
    case 'unsliced':
    case 'queued': {
      // Every column sorts ascending, as a row comparison requires.
      const place = `-print_jobs.priority, coalesce(print_jobs.due_at, 'infinity'), print_jobs.created_at, print_jobs.plate, print_jobs.id`
      if (after !== null) query = query.where(before(place, '>'))
      if (view === 'unsliced') query = query.where(isUnsliced)
      query = query
        .orderBy('print_jobs.priority', 'desc')
        .orderBy('print_jobs.due_at')
        .orderBy('print_jobs.created_at')
        .orderBy('print_jobs.plate')
        .orderBy('print_jobs.id')
      break
    }
    case 'printing':
    case 'attention':
      if (after !== null) query = query.where(before('print_jobs.created_at, print_jobs.id', '>'))
      query = query.orderBy('print_jobs.created_at').orderBy('print_jobs.id')
      break
    case 'done':
    case 'cancelled':
      if (after !== null) query = query.where(before('print_jobs.finished_at, print_jobs.id', '<'))
      query = query.orderBy('print_jobs.finished_at', 'desc').orderBy('print_jobs.id', 'desc')
      break
  }
  return (await query.execute()).map(jobOfRow)
}

export async function summarize(db: Db, timeZone: string): Promise<FarmSummary> {
  const { rows } = await sql<{
    jobs: number
    parts: number
    hours: number
    unsliced: number
    sliceFailed: number
    running: number
    failed: number
    doneJobs: number
    good: number
    scrap: number
  }>`
    select queued.*, running.running, failed.failed, done.* from
      (select count(*)::int as jobs, coalesce(sum(parts), 0)::int as parts, coalesce(sum(centihours), 0)::float8 / 100 as hours,
        (count(*) filter (where file_kind = 'model' and not ${isSlicedByModel}))::int as unsliced,
        (select count(distinct job_id)::int from plate_slices join print_jobs as job on job.id = job_id
          where job.state = 'queued' and ${needsOperator()}) as "sliceFailed"
        from print_jobs as job where state = 'queued') as queued,
      (select count(*)::int as running from print_jobs where ${isJobRunning()}) as running,
      (select count(*)::int as failed from print_jobs where state = 'failed') as failed,
      (select count(*)::int as "doneJobs", coalesce(sum(good), 0)::int as good, coalesce(sum(scrap), 0)::int as scrap
        from print_jobs where state = 'done' and finished_at >= ${todayIn(timeZone)}) as done`.execute(
    db,
  )
  const row = rows[0] ?? {
    jobs: 0,
    parts: 0,
    hours: 0,
    unsliced: 0,
    sliceFailed: 0,
    running: 0,
    failed: 0,
    doneJobs: 0,
    good: 0,
    scrap: 0,
  }
  const { jobs, parts, hours, unsliced, sliceFailed, running, failed, doneJobs, good, scrap } = row
  return {
    queued: { jobs, parts, hours },
    unsliced,
    sliceFailed,
    running,
    failed,
    doneToday: { jobs: doneJobs, good, scrap },
  }
}

export const countGoodParts = (db: Db, orderIds: readonly OrderId[]) =>
  sumParts(db, orderIds, sql<number>`coalesce(sum(good), 0)::int`)

export const countPlannedParts = (db: Db, orderIds: readonly OrderId[]) =>
  sumParts(
    db,
    orderIds,
    sql<number>`coalesce(sum(case when ${isJobOpen} then parts else coalesce(good, 0) end), 0)::int`,
  )

async function sumParts(
  db: Db,
  orderIds: readonly OrderId[],
  sum: RawBuilder<number>,
): Promise<ReadonlyMap<string, number>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('print_jobs')
    .select(['order_id', sum.as('parts')])
    .where('order_id', 'in', orderIds)
    .groupBy('order_id')
    .execute()
  return new Map(rows.map((row) => [row.order_id, row.parts]))
}
