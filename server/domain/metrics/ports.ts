// What operators' pages read of the service's metrics. The numbers are those of all processes and hosts together.

import type { PoolName, PrinterState, QueueName } from '../base/metric-catalog.ts'
import type { BaseDeps } from '../base/ports.ts'

/** A process that was silent for longer does not count as running. */
export const silentProcessSeconds = 15

/** Metrics are kept by minute for `minuteMetricHours`, and by hour for this many days. */
export const metricDays = 35

/** The time from `from` (inclusive) to `to` (exclusive). */
export type TimeRange = { readonly from: Date; readonly to: Date }

export type MetricSeries = {
  readonly labels: Readonly<Record<string, string>>
  /** One for each step that has a value, oldest first; `at` is the start of the step. */
  readonly points: readonly { readonly at: Date; readonly value: number }[]
}

/** A histogram over a range, in the unit of its name (`_seconds`). */
export type MetricLatency = {
  readonly labels: Readonly<Record<string, string>>
  readonly count: number
  /** How many of `count` ended in an error of ours: status class 5xx of a route, outcome `error` of a tool. */
  readonly errors: number
  /** Quantiles are interpolated within a bucket, as Prometheus' histogram_quantile does. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** A histogram over one step, in the unit of its name; quantiles as in MetricLatency. */
export type LatencyStep = {
  /** The start of the step. */
  readonly at: Date
  readonly count: number
  readonly p50: number
  readonly p95: number
}

/** A pool of all living processes together. */
export type PoolState = {
  readonly pool: PoolName
  /** How many pieces of work can run at once. */
  readonly workers: number
  readonly busy: number
  readonly waiting: number
  /** How many living processes have this pool. */
  readonly processes: number
}

export type QueueState = {
  readonly queue: QueueName
  readonly depth: number
  /** The age of the oldest waiting thing; null when nothing waits. */
  readonly oldestSeconds: number | null
}

/** In the vendor's credits. */
export type BalanceReading = { readonly vendor: string; readonly credits: number }

export type PrinterCount = { readonly state: PrinterState; readonly printers: number }

export type MetricReader = {
  /** Increments of a counter by step over a range; series are summed over the labels that `by` leaves out. */
  readonly counter: (
    name: string,
    range: TimeRange,
    stepSeconds: number,
    by?: readonly string[],
  ) => Promise<readonly MetricSeries[]>
  /** Quantiles of a histogram by label over a range. */
  readonly latency: (
    name: string,
    range: TimeRange,
    by: readonly string[],
  ) => Promise<readonly MetricLatency[]>
  /** Quantiles of a histogram by hour or day, of all its series together; steps without an observation are left out. */
  readonly latencySteps: (
    name: string,
    range: TimeRange,
    stepSeconds: 3600 | 86400,
  ) => Promise<readonly LatencyStep[]>
  /** Living pools: in use, waiting, capacity by process, summed. */
  readonly pools: () => Promise<readonly PoolState[]>
  /** Depth and age in seconds of the oldest waiting thing by queue. */
  readonly queues: () => Promise<readonly QueueState[]>
  /** How many printers are in each state. */
  readonly printers: () => Promise<readonly PrinterCount[]>
  /** What was last read of the accounts with vendors of engines. */
  readonly balances: () => Promise<readonly BalanceReading[]>
}

export type OperationsDeps = BaseDeps & { readonly metrics: MetricReader }
