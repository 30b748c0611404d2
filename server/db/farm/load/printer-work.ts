// The printers in service, what they printed on each day, and how long their last prints took.
import { sql } from 'kysely'
import {
  type FarmPrinters,
  historyDays,
  learnedPrints,
  type PrinterDay,
  type PrinterModel,
} from '../../../domain/lead-time/farm-load.ts'
import type { Db } from '../../core/connect.ts'

/** A printer that sent no heartbeat for this many days is left out of the plan. */
const silentDays = 3

/** Returns null when no printer is in service. */
export async function readPrinterWork(
  db: Db,
): Promise<Omit<FarmPrinters, 'defaultHoursPerDay'> | null> {
  const models = await readModels(db)
  if (models.length === 0) return null
  const byAge = new Map((await readDays(db)).map(({ ago, ...day }) => [ago, day]))
  const days = Array.from({ length: historyDays }, (_, index) => byAge.get(index + 1) ?? idleDay)
  return { models, days }
}

const idleDay: PrinterDay = { printedHours: 0, printers: 0 }

/** Reads the times of prints from files whose print time a slicer stated. */
async function readModels(db: Db): Promise<readonly PrinterModel[]> {
  const { rows } = await sql<PrinterModel>`
    with prints as (
      select printers.model, job.printed_seconds::float8 / file.seconds as ratio,
        row_number() over (partition by printers.model order by job.finished_at desc, job.id) as place
      from print_jobs as job join printers on printers.name = job.printer join print_files as file on file.id = job.print_file_id
      where job.state = 'done' and job.finished_at >= now() - make_interval(days => ${historyDays})
        and job.printed_seconds > 0 and job.good > 0 and file.seconds > 0 and printers.model is not null
    ), learned as (
      select model, count(*)::int as prints, percentile_cont(0.5) within group (order by ratio) as ratio
      from prints where place <= ${learnedPrints} group by model
    ), working as (
      select model, count(*)::int as printers from printers
      where maintenance_since is null and last_heard_at >= now() - make_interval(days => ${silentDays})
      group by model
    )
    select model, printers, coalesce(prints, 0) as prints, ratio as "timeRatio" from working left join learned using (model)`.execute(
    db,
  )
  return rows
}

/** Reads the printed hours by day. Days are in the session's time zone, like the days of orders. */
async function readDays(db: Db): Promise<readonly (PrinterDay & { readonly ago: number })[]> {
  const { rows } = await sql<PrinterDay & { ago: number }>`
    select current_date - finished_at::date as ago, count(distinct printer)::int as printers,
      sum(printed_seconds::float8 * good / parts) / 3600 as "printedHours"
    from print_jobs
    where state = 'done' and printed_seconds is not null and finished_at >= current_date - ${historyDays}::int
    group by 1`.execute(db)
  return rows
}
