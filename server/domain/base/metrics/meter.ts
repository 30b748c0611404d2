// The port through which every area records metrics. The process's registry implements it
// (server/adapters/observability/registry.ts). Recording never waits or fails.
import type { CounterName, GaugeName, HistogramName, LabelsOf } from './metric-catalog.ts'

export type Meter = {
  /** Adds `by` (default 1) to a counter. */
  readonly count: <N extends CounterName>(name: N, labels: LabelsOf<N>, by?: number) => void
  readonly observe: <N extends HistogramName>(name: N, labels: LabelsOf<N>, seconds: number) => void
  /** Adds to a gauge of this process: +1 when an operation begins, -1 when it ends. */
  readonly adjust: <N extends GaugeName>(name: N, labels: LabelsOf<N>, by: number) => void
  readonly set: <N extends GaugeName>(name: N, labels: LabelsOf<N>, value: number) => void
}

/** Receives reports from a pool; times in milliseconds. */
export type PoolObserver = {
  readonly onWait: (ms: number) => void
  readonly onRun: (ms: number) => void
  readonly onRefusal: () => void
}

/** `workers`: maximum number of concurrent tasks. */
export type PoolStats = { readonly workers: number; readonly busy: number; readonly queued: number }

/** Records nothing. For code that runs outside a service. */
export const noMeter: Meter = {
  count: () => {},
  observe: () => {},
  adjust: () => {},
  set: () => {},
}
