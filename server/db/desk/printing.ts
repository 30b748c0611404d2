// Performance of printers over a range, from their finished jobs, their records and the failed attempts.
import { sql } from 'kysely'
import * as v from 'valibot'
import type {
  ModelPrinting,
  PrintFailure,
  PrintingReader,
  ScrapCount,
} from '../../domain/desk/printing.ts'
import { scrapReasons } from '../../domain/farm/jobs/scrap-reason.ts'
import type { TimeRange } from '../../domain/metrics/ports.ts'
import type { Db } from '../core/connect.ts'
import { readRows, wholeNumber } from '../core/read-rows.ts'
import { scrapOfEvent } from '../farm/job-rows.ts'

const maxReasons = 10

export const createPrinting = (db: Db): PrintingReader => ({
  read: async (range) => {
    const [models, failures, scrap] = await Promise.all([
      readModels(db, range),
      readFailures(db, range),
      readScrap(db, range),
    ])
    return { models, failures, scrap }
  },
})

const modelRow = v.object({
  model: v.nullable(v.string()),
  prints: wholeNumber,
  plannedHours: v.number(),
  printedHours: v.number(),
  printerHours: v.number(),
  parts: wholeNumber,
  scrap: wholeNumber,
})

/** Reads the jobs by printer model. Jobs of removed printers are counted under an unknown model. */
async function readModels(db: Db, { from, to }: TimeRange): Promise<readonly ModelPrinting[]> {
  return await readRows(
    db,
    modelRow,
    sql`
    with prints as (
      select printers.model, (count(*) filter (where lead_id is null))::int as prints, sum(centihours)::float8 / 100 as planned, sum(printed_seconds)::float8 / 3600 as printed,
        sum(parts)::int as parts, sum(scrap)::int as scrap
      from print_jobs left join printers on printers.name = print_jobs.printer
      where print_jobs.state = 'done' and finished_at >= ${from} and finished_at < ${to} and printed_seconds is not null
      group by printers.model
    ), known as (
      select model, sum(greatest(0, extract(epoch from least(last_heard_at, ${to}) - greatest(created_at, ${from}))))::float8 / 3600 as hours
      from printers where last_heard_at >= ${from} and created_at < ${to} group by model
    )
    select coalesce(prints.model, known.model) as model, coalesce(prints, 0) as prints, coalesce(planned, 0) as "plannedHours",
      coalesce(printed, 0) as "printedHours", coalesce(hours, 0) as "printerHours", coalesce(parts, 0) as parts, coalesce(scrap, 0) as scrap
    from prints full join known on coalesce(prints.model, '') = coalesce(known.model, '')
    order by 2 desc, 1`,
  )
}

const failureRow = v.object({ reason: v.string(), times: wholeNumber })

async function readFailures(db: Db, { from, to }: TimeRange): Promise<readonly PrintFailure[]> {
  return await readRows(
    db,
    failureRow,
    sql`
    select case kind when 'expired' then 'Its printer was not heard from again.' else coalesce(detail, 'No reason was given.') end as reason,
      count(*)::int as times
    -- The riders of a shared plate have no separate lease and fail with their lead job.
    from print_job_events where kind in ('failed', 'expired') and lease is not null and at >= ${from} and at < ${to}
    group by 1 order by 2 desc, 1 limit ${sql.lit(maxReasons)}`,
  )
}

const scrapRow = v.object({ reason: v.nullable(v.picklist(scrapReasons)), parts: wholeNumber })

/**
 * Reads the scrap. A part that turned out bad after its job was done is counted at the time of that report, and again if its reprint is
 * scrap.
 */
async function readScrap(db: Db, { from, to }: TimeRange): Promise<readonly ScrapCount[]> {
  return await readRows(
    db,
    scrapRow,
    sql`
    with counted as (
      select scrap_reason as reason, ${scrapOfEvent} as parts
      from print_job_events where kind in ('done', 'reprinted') and at >= ${from} and at < ${to}
    )
    select reason, sum(parts)::int as parts from counted where parts > 0 group by 1 order by 2 desc, 1`,
  )
}
