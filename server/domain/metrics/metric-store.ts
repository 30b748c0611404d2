// What a process stores of its metrics, and what a scrape reads of those of all processes.

/** What other processes know about a process. */
export type MetricProcess = {
  /** Random, new at each start. */
  readonly id: string
  readonly role: 'all' | 'web' | 'worker'
  readonly host: string
  readonly pid: number
  readonly version: string
}

export type Labels = Readonly<Record<string, string>>

/** What a counter or histogram gained since the batch before. */
export type MetricDelta = {
  readonly name: string
  readonly labels: Labels
  /** For a histogram, the number of observations. */
  readonly value: number
  /** For a histogram, the sum of the observations in seconds and the number in each bucket, one more than there are bounds. */
  readonly histogram: { readonly sum: number; readonly buckets: readonly number[] } | null
}

export type GaugeValue = { readonly name: string; readonly labels: Labels; readonly value: number }

/** The batch is sent again with the same number until it is known to be stored. */
export type MetricBatch = {
  readonly process: MetricProcess
  /** Counts the batches of this process from 1. */
  readonly sequence: number
  readonly deltas: readonly MetricDelta[]
  readonly gauges: readonly GaugeValue[]
}

export type MetricStore = {
  /**
   * Adds the batch to the totals in one statement, and proves that the process is alive. A batch whose number is already stored
   * changes nothing.
   */
  readonly save: (batch: MetricBatch) => Promise<void>
  /** The state of the process no longer counts. */
  readonly leave: (processId: string) => Promise<void>
}

export type LivingProcess = Omit<MetricProcess, 'role'> & {
  /** A slicing process has no database: only its own scrape shows it. */
  readonly role: MetricProcess['role'] | 'slicing'
  readonly gauges: readonly GaugeValue[]
}

export type MetricSnapshot = {
  /** Totals of all processes since the first start; their `value` never falls. */
  readonly totals: readonly MetricDelta[]
  readonly processes: readonly LivingProcess[]
  /** Seconds since the newest heartbeat of any process with the role; absent when none is known. */
  readonly heartbeats: readonly { readonly role: 'web' | 'worker'; readonly seconds: number }[]
}

export type MetricSnapshots = { readonly read: () => Promise<MetricSnapshot> }
