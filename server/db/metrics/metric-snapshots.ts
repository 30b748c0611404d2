// The metrics of all processes and hosts at one moment.

import { sql } from 'kysely'
import * as v from 'valibot'
import type {
  GaugeValue,
  MetricDelta,
  MetricSnapshot,
  MetricSnapshots,
} from '../../domain/metrics/metric-store.ts'
import { silentProcessSeconds } from '../../domain/metrics/ports.ts'
import type { Db } from '../core/connect.ts'
import { readJson } from '../core/values/json.ts'

export const labelsSchema = v.record(v.string(), v.string())
const gaugesSchema: v.GenericSchema<unknown, GaugeValue[]> = v.array(
  v.object({ name: v.string(), labels: labelsSchema, value: v.number() }),
)

export function createMetricSnapshots(db: Db): MetricSnapshots {
  return {
    read: async () => {
      const [totals, processes, heartbeats] = await Promise.all([
        readTotals(db),
        readProcesses(db),
        readHeartbeats(db),
      ])
      return { totals, processes, heartbeats }
    },
  }
}

async function readTotals(db: Db): Promise<readonly MetricDelta[]> {
  const rows = await db
    .selectFrom('metric_totals')
    .select(['id', 'name', 'labels', 'value', 'sum', 'buckets'])
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, labels, value, sum, buckets }) => ({
    name,
    labels: readLabels(labels, id),
    value,
    histogram: sum === null || buckets === null ? null : { sum, buckets: buckets.map(Number) },
  }))
}

export const readLabels = (labels: unknown, id: number) =>
  readJson(labelsSchema, labels, { table: 'metric_totals', column: 'labels', id: String(id) })

export async function readProcesses(db: Db): Promise<MetricSnapshot['processes']> {
  const rows = await db
    .selectFrom('metric_processes')
    .select(['id', 'role', 'host', 'pid', 'version', 'gauges'])
    .where('stopped', '=', false)
    .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${silentProcessSeconds})`)
    .orderBy('started_at')
    .execute()
  return rows.map(({ gauges, ...process }) => {
    const place = { table: 'metric_processes', column: 'gauges', id: process.id }
    return { ...process, gauges: readJson(gaugesSchema, gauges, place) }
  })
}

/** Includes stopped processes, so that the age keeps growing when no process remains. */
export async function readHeartbeats(db: Db): Promise<MetricSnapshot['heartbeats']> {
  const { rows } = await sql<{ role: 'web' | 'worker'; seconds: number }>`
    select served.role, greatest(0, min(extract(epoch from now() - seen_at)))::float8 as seconds
    from metric_processes
      join (values ('web', 'web'), ('worker', 'worker'), ('all', 'web'), ('all', 'worker')) as served (own, role)
        on served.own = metric_processes.role
    group by served.role order by served.role`.execute(db)
  return rows
}
