// Wires the metrics of a process: its registry, the series known at the start, its pools, and the components that store and export them.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { declareClosedSets } from '../../adapters/observability/declare-series.ts'
import { createFlusher, type Flusher } from '../../adapters/observability/flusher.ts'
import { createMetricsText } from '../../adapters/observability/metrics-text.ts'
import { type ProcessWatch, trackProcess } from '../../adapters/observability/process-gauges.ts'
import type { MetricRegistry } from '../../adapters/observability/registry.ts'
import {
  createRequestObserver,
  createToolObserver,
  type RequestObserver,
} from '../../adapters/observability/request-observer.ts'
import type { OpenDatabase } from '../../db/core/connect.ts'
import { createMetricReader } from '../../db/metrics/metric-reader.ts'
import { createMetricSnapshots } from '../../db/metrics/metric-snapshots.ts'
import { createMetricStore } from '../../db/metrics/metric-store.ts'
import type { Log } from '../../domain/base/ports.ts'
import { serviceVersion } from '../../domain/base/version.ts'
import { operationalFailures } from '../../domain/generation/request/failure.ts'
import { limits } from '../../domain/limits/table.ts'
import type { MetricReader } from '../../domain/metrics/ports.ts'

export type MetricsOptions = {
  readonly registry: MetricRegistry
  readonly database: Pick<OpenDatabase, 'db' | 'pool'>
  readonly role: 'all' | 'web' | 'worker'
  readonly log: Log
  /** Names of the agent tools. */
  readonly tools: readonly string[]
}

export type Metrics = {
  readonly reader: MetricReader
  readonly requests: RequestObserver
  readonly observeTool: ReturnType<typeof createToolObserver>
  /** Returns the text of a scrape. Rejects when the database cannot be read. */
  readonly text: () => Promise<string>
  readonly flush: Flusher['flush']
  /** The event loop of this process, within the last minute. */
  readonly eventLoop: ProcessWatch['eventLoop']
  /** Stores the remaining counts. */
  readonly close: () => Promise<void>
}

export function openMetrics({ registry, database, role, log, tools }: MetricsOptions): Metrics {
  const { db } = database
  declareClosedSets(registry, { scope: Object.keys(limits), reason: operationalFailures })
  registry.set('events_stream_listeners', {}, 0)
  const watch = trackProcess(registry)
  const process = { id: randomUUID(), role, host: hostname(), pid: globalThis.process.pid }
  const flusher = createFlusher({
    registry,
    store: createMetricStore(db),
    process: { ...process, version: serviceVersion },
    log,
  })
  flusher.start()
  const reader = createMetricReader(database)
  return {
    reader,
    requests: createRequestObserver(registry),
    observeTool: createToolObserver(registry, tools),
    text: createMetricsText({ flusher, snapshots: createMetricSnapshots(db), reader, log }),
    flush: flusher.flush,
    eventLoop: watch.eventLoop,
    close: async () => {
      watch.stop()
      await flusher.stop()
    },
  }
}
