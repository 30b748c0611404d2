// Storage of a process's metrics, and the values of all processes for a scrape.

/** `all`: one process for everything. */
export const processRoles = ['all', 'web', 'worker'] as const
export type ProcessRole = (typeof processRoles)[number]

/** Data about a process that other processes can read. */
export type MetricProcess = {
  /** Random; changes at each start. */
  readonly id: string
  readonly role: ProcessRole
  readonly host: string
  readonly pid: number
  readonly version: string
}

export type Labels = Readonly<Record<string, string>>

/** Increase of a counter or histogram since the previous batch. */
export type MetricDelta = {
  readonly name: string
  readonly labels: Labels
  /** For a histogram, the number of observations. */
  readonly value: number
  /**
   * For a histogram, the sum of the observations in seconds and the count per bucket, with one bucket more than there
   * are bounds.
   */
  readonly histogram: { readonly sum: number; readonly buckets: readonly number[] } | null
}

export type GaugeValue = { readonly name: string; readonly labels: Labels; readonly value: number }

/** A batch of metrics. It is resent with the same number until storage is confirmed. */
export type MetricBatch = {
  readonly process: MetricProcess
  /** Number of the batch within this process, starting at 1. */
  readonly sequence: number
  readonly deltas: readonly MetricDelta[]
  readonly gauges: readonly GaugeValue[]
}

export type MetricStore = {
  /**
   * Adds the batch to the totals in one statement and records a heartbeat of the process. Ignores a batch whose number
   * is already stored.
   */
  readonly save: (batch: MetricBatch) => Promise<void>
  /** Removes the gauges of the process. */
  readonly leave: (processId: string) => Promise<void>
}

export type LivingProcess = Omit<MetricProcess, 'role'> & {
  /** A slicing process has no database, so only its own scrape shows it. */
  readonly role: MetricProcess['role'] | 'slicing'
  readonly gauges: readonly GaugeValue[]
}

export type MetricSnapshot = {
  /** Totals of all processes since the first start. `value` never decreases. */
  readonly totals: readonly MetricDelta[]
  readonly processes: readonly LivingProcess[]
  /** Seconds since the newest heartbeat of any process with the role; absent if there is none. */
  readonly heartbeats: readonly { readonly role: 'web' | 'worker'; readonly seconds: number }[]
}

export type MetricSnapshots = { readonly read: () => Promise<MetricSnapshot> }
