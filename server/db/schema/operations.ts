// Metrics: totals of all processes, their increments by interval, and the state of each process.
import type { Generated } from 'kysely'
import type { Created, Json } from './columns.ts'

export type MetricTotalsTable = {
  id: Generated<number>
  name: string
  labels: Json
  /** Of a histogram: the number of observations. */
  value: Generated<number>
  /** Null, like `buckets`, for a counter. */
  sum: number | null
  /** Counts by bucket, which pg returns as text. */
  buckets: string[] | null
}

export type MetricIntervalsTable = {
  series: number
  /** The width of the interval. */
  seconds: 60 | 3600 | 86400
  at: Date
  value: number
  sum: number | null
  /** Counts by bucket, which pg returns as text. */
  buckets: string[] | null
}

export type MetricProcessesTable = {
  id: string
  role: 'all' | 'web' | 'worker'
  host: string
  pid: number
  version: string
  /** The number of the last batch that was stored. */
  sequence: number
  gauges: Json
  started_at: Created
  seen_at: Created
  stopped: Generated<boolean>
}
