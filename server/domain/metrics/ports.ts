// The service's metrics for operators' pages, over all processes and hosts.

import type { PoolName, PrinterState, QueueName } from '../base/metrics/metric-catalog.ts'
import type { BaseDeps } from '../base/ports.ts'

/** A process without a heartbeat for longer is treated as stopped. */
export const silentProcessSeconds = 15

/** Retention of hourly metrics, in days. Metrics by minute are kept for `minuteMetricHours`. */
export const metricDays = 35

/** The time from `from` (inclusive) to `to` (exclusive). */
export type TimeRange = { readonly from: Date; readonly to: Date }

export type MetricSeries = {
  readonly labels: Readonly<Record<string, string>>
  /** One point per step with a value, oldest first; `at` is the start of the step. */
  readonly points: readonly { readonly at: Date; readonly value: number }[]
}

/** A histogram over a range, in the unit of its name (`_seconds`). */
export type MetricLatency = {
  readonly labels: Readonly<Record<string, string>>
  readonly count: number
  /** How many of `count` ended with a server error: status class 5xx of a route, outcome `error` of a tool. */
  readonly errors: number
  /** Quantiles are interpolated within a bucket, like Prometheus' histogram_quantile. */
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

/** A pool, summed over all running processes. */
export type PoolState = {
  readonly pool: PoolName
  /** Maximum number of concurrent tasks. */
  readonly workers: number
  readonly busy: number
  readonly waiting: number
  /** Number of running processes with this pool. */
  readonly processes: number
}

export type QueueState = {
  readonly queue: QueueName
  readonly depth: number
  /** The age of the oldest queued entry; null if the queue is empty. */
  readonly oldestSeconds: number | null
}

/** A balance in the vendor's credits. */
export type BalanceReading = { readonly vendor: string; readonly credits: number }

export type PrinterCount = { readonly state: PrinterState; readonly printers: number }

/** `daysLeft`: until the first color of the material is used up; null = unknown. */
export type FilamentReading = {
  readonly material: string
  readonly shortGrams: number
  readonly daysLeft: number | null
}

export type MetricReader = {
  /** Returns the increments of a counter by step over a range. Sums series over the labels that are not in `by`. */
  readonly counter: (
    name: string,
    range: TimeRange,
    stepSeconds: number,
    by?: readonly string[],
  ) => Promise<readonly MetricSeries[]>
  /** Returns quantiles of a histogram by label over a range. */
  readonly latency: (
    name: string,
    range: TimeRange,
    by: readonly string[],
  ) => Promise<readonly MetricLatency[]>
  /** Returns quantiles of a histogram by hour or day, over all its series. Omits steps without an observation. */
  readonly latencySteps: (
    name: string,
    range: TimeRange,
    step: 'hour' | 'day',
  ) => Promise<readonly LatencyStep[]>
  /** Returns busy workers, queue length and capacity of the pools of running processes. */
  readonly pools: () => Promise<readonly PoolState[]>
  /** Returns the number of entries and the age of the oldest one in seconds, by queue. */
  readonly queues: () => Promise<readonly QueueState[]>
  /** Returns the number of printers per state. */
  readonly printers: () => Promise<readonly PrinterCount[]>
  /** Returns the latest balances of the accounts at engine vendors. */
  readonly balances: () => Promise<readonly BalanceReading[]>
  /** Returns the filament by material, at most a minute old. Empty while no spool is counted. */
  readonly filament: () => Promise<readonly FilamentReading[]>
}

export type OperationsDeps = BaseDeps & { readonly metrics: MetricReader }
