// Deletes old metrics. Hours and days are counted together with the minutes, so nothing has to be summed up first.

import { sql } from 'kysely'
import { minuteMetricHours, stoppedProcessDays } from '../../domain/base/time/retention.ts'
import { metricDays } from '../../domain/metrics/ports.ts'
import type { Db } from '../core/connect.ts'

/** Deletes old metrics and returns the number of rows. */
export async function sweepMetrics(db: Db): Promise<number> {
  let deleted = 0n
  for (const table of ['metric_counts', 'metric_histograms']) {
    // Deletes series by series, along the primary key.
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
  // Keeps the newest row of each role: its age shows how long the role has been missing.
  await sql`
    delete from metric_processes
    where seen_at < now() - make_interval(days => ${stoppedProcessDays})
      and id not in (select distinct on (role) id from metric_processes order by role, seen_at desc)`.execute(
    db,
  )
  return Number(deleted)
}
