// The port by which every area counts what it does. The registry of the process implements it
// (server/adapters/observability/registry.ts); counting never waits or fails.
import type { CounterName, GaugeName, HistogramName, LabelsOf } from './metric-catalog.ts'

export type Meter = {
  /** Adds to a counter, 1 unless given. */
  readonly count: <N extends CounterName>(name: N, labels: LabelsOf<N>, by?: number) => void
  readonly observe: <N extends HistogramName>(name: N, labels: LabelsOf<N>, seconds: number) => void
  /** Adds to a gauge of this process: +1 when something begins, -1 when it ends. */
  readonly adjust: <N extends GaugeName>(name: N, labels: LabelsOf<N>, by: number) => void
  readonly set: <N extends GaugeName>(name: N, labels: LabelsOf<N>, value: number) => void
}

/** What a pool reports about its work; times in milliseconds. */
export type PoolObserver = {
  readonly onWait: (ms: number) => void
  readonly onRun: (ms: number) => void
  readonly onRefusal: () => void
}

/** `workers`: how much can run at once. */
export type PoolStats = { readonly workers: number; readonly busy: number; readonly queued: number }

/** Counts nothing, for code that runs without a service. */
export const noMeter: Meter = {
  count: () => {},
  observe: () => {},
  adjust: () => {},
  set: () => {},
}
