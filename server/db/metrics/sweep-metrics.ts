// Deletes metrics that are too old. Hours and days were counted along with the minutes, so nothing has to be summed up.

import { sql } from 'kysely'
import { minuteMetricHours } from '../../domain/base/retention.ts'
import { metricDays } from '../../domain/metrics/ports.ts'
import type { Db } from '../core/connect.ts'

/** Returns how many rows were deleted. */
export async function sweepMetrics(db: Db): Promise<number> {
  let deleted = 0n
  for (const table of ['metric_counts', 'metric_histograms']) {
    // Series by series, along the primary key.
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} as interval
      using metric_totals as total, (values
        (60, make_interval(hours => ${minuteMetricHours} + 2)),
        (3600, make_interval(days => ${metricDays} + 1)),
        (86400, make_interval(days => ${metricDays} + 1))
      ) as kept (seconds, age)
      where interval.series = total.id and interval.seconds = kept.seconds
        and interval.at < now() - kept.age`.execute(db)
    deleted += numAffectedRows
  }
  // The newest of each role stays: its age shows for how long there has been none.
  await sql`
    delete from metric_processes
    where seen_at < now() - interval '1 day'
      and id not in (select distinct on (role) id from metric_processes order by role, seen_at desc)`.execute(
    db,
  )
  return Number(deleted)
}
