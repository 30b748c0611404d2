// Metrics: totals of all processes, their increments by interval, and the state of each process.
import type { Generated } from 'kysely'
import type { ProcessRole } from '../../domain/metrics/metric-store.ts'
import type { Created, Json } from './columns.ts'

export type MetricTotalsTable = {
  id: Generated<number>
  name: string
  labels: Json
  /** For a histogram, the number of observations. */
  value: Generated<number>
  /** Null, like `buckets`, for a counter. */
  sum: number | null
  /** Counts by bucket, which pg returns as text. */
  buckets: string[] | null
}

/** A row contains the minutes of an hour or the hours of a day. */
export type MetricCountsTable = {
  series: number
  /** Width of one interval, in seconds. */
  seconds: 60 | 3600
  /** Start of the first interval. */
  at: Date
  counts: number[]
}

export type MetricHistogramsTable = {
  series: number
  /** Width of the interval, in seconds. */
  seconds: 60 | 3600 | 86400
  at: Date
  value: number
  sum: number
  /** Counts by bucket, which pg returns as text. */
  buckets: string[]
}

export type MetricProcessesTable = {
  id: string
  role: ProcessRole
  host: string
  pid: number
  version: string
  /** Number of the last stored batch. */
  sequence: number
  gauges: Json
  started_at: Created
  seen_at: Created
  stopped: Generated<boolean>
}
