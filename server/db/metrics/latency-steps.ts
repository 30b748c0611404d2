// Quantiles of a histogram by hour or by day, over all series of the metric.
import { sql } from 'kysely'
import { latencyBounds } from '../../domain/base/metrics/metric-catalog.ts'
import type { LatencyStep } from '../../domain/metrics/ports.ts'
import { quantileOf } from '../../domain/metrics/quantiles.ts'
import type { Db } from '../core/connect.ts'
import { readGroups, type SeriesQuery } from './stored-series.ts'

/**
 * Reads only the stored hours or days. They are counted together with the minutes and so include the current one; adding the minutes at
 * the ends of the range would take several times as many rows. Steps are aligned to 1970 in UTC; the first contains `from`.
 */
export async function readLatencySteps(
  db: Db,
  question: SeriesQuery,
  stepSeconds: number,
): Promise<readonly LatencyStep[]> {
  const { from, to } = question.range
  const { ids } = await readGroups(db, question)
  if (ids.length === 0) return []
  const first = new Date(Math.floor(from.getTime() / 1000 / stepSeconds) * stepSeconds * 1000)
  // Summed as floats: bigint would be summed as numeric, which takes twice as long.
  const sums = Array.from(
    { length: latencyBounds.length + 1 },
    (_, index) => sql`coalesce(sum(part.buckets[${sql.lit(index + 1)}]::float8), 0)`,
  )
  const { rows } = await sql<{ at: Date; count: number; buckets: number[] }>`
    select part.at, sum(part.value)::float8 as count, array[${sql.join(sums)}] as buckets
    from unnest(${ids}::bigint[]) as series (id) cross join lateral (
      select known.at, known.value, known.buckets from metric_histograms as known
      where known.series = series.id and known.seconds = ${stepSeconds}
        and known.at >= ${first} and known.at < ${to}
      offset 0
    ) as part
    group by 1 order by 1`.execute(db)
  return rows
    .filter(({ count }) => count > 0)
    .map(({ at, count, buckets }) => ({
      at,
      count,
      p50: quantileOf(buckets, 0.5),
      p95: quantileOf(buckets, 0.95),
    }))
}
