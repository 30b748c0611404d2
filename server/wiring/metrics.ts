// Wires the metrics of a process: its registry, the series that are known from the start, its pools, and what stores and exports them.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { declareClosedSets } from '../adapters/observability/declare-series.ts'
import { createFlusher, type Flusher } from '../adapters/observability/flusher.ts'
import { createMetricsText } from '../adapters/observability/metrics-text.ts'
import { trackProcess } from '../adapters/observability/process-gauges.ts'
import type { MetricRegistry } from '../adapters/observability/registry.ts'
import {
  createRequestObserver,
  createToolObserver,
  type RequestObserver,
} from '../adapters/observability/request-observer.ts'
import { freeBytesOf } from '../adapters/storage/disk-room.ts'
import type { Db } from '../db/core/connect.ts'
import { createMetricReader } from '../db/operations/metric-reader.ts'
import { createMetricSnapshots } from '../db/operations/metric-snapshots.ts'
import { createMetricStore } from '../db/operations/metric-store.ts'
import type { PoolObserver, PoolStats } from '../domain/base/meter.ts'
import type { LabelsOf, PoolName } from '../domain/base/metric-catalog.ts'
import type { Log } from '../domain/base/ports.ts'
import { serviceVersion } from '../domain/base/version.ts'
import { limits } from '../domain/limits/table.ts'
import type { MetricReader } from '../domain/operations/ports.ts'

/** Failures of generations that alarms watch. */
const ownFailures = ['engine_failed', 'generation_interrupted', 'moderation_unavailable']

export type MetricsOptions = {
  readonly registry: MetricRegistry
  readonly db: Db
  readonly role: 'all' | 'web' | 'worker'
  readonly log: Log
  /** Names of the agent tools. */
  readonly tools: readonly string[]
}

export type Metrics = {
  readonly reader: MetricReader
  readonly requests: RequestObserver
  readonly observeTool: ReturnType<typeof createToolObserver>
  /** For a scrape; rejects when the database cannot be read. */
  readonly text: () => Promise<string>
  readonly flush: Flusher['flush']
  /** Stores what is left. */
  readonly close: () => Promise<void>
}

export function openMetrics({ registry, db, role, log, tools }: MetricsOptions): Metrics {
  declareClosedSets(registry, { scope: Object.keys(limits), reason: ownFailures })
  registry.set('events_stream_listeners', {}, 0)
  const stopTracking = trackProcess(registry)
  const process = { id: randomUUID(), role, host: hostname(), pid: globalThis.process.pid }
  const flusher = createFlusher({
    registry,
    store: createMetricStore(db),
    process: { ...process, version: serviceVersion },
    log,
  })
  flusher.start()
  const reader = createMetricReader(db)
  return {
    reader,
    requests: createRequestObserver(registry),
    observeTool: createToolObserver(registry, tools),
    text: createMetricsText({ flusher, snapshots: createMetricSnapshots(db), reader, log }),
    flush: flusher.flush,
    close: async () => {
      stopTracking()
      await flusher.stop()
    },
  }
}

/** Counts what a pool tells of its work. */
export function poolObserver(registry: MetricRegistry, pool: PoolName): PoolObserver {
  const wait = registry.histogram('pool_wait_seconds', { pool })
  const run = registry.histogram('pool_run_seconds', { pool })
  const refused = registry.counter('pool_refused_total', { pool })
  return {
    waited: (ms) => wait.observe(ms / 1000),
    ran: (ms) => run.observe(ms / 1000),
    refused: () => refused.add(1),
  }
}

/** Counts what the slicer bridge tells besides. */
export function sliceObserver(registry: MetricRegistry) {
  const predicted = registry.histogram('slice_predicted_seconds', {})
  return {
    ...poolObserver(registry, 'slicer'),
    predicted: ({ predictedMs, ranMs }: { predictedMs: number; ranMs: number }) => {
      predicted.observe(predictedMs / 1000)
      registry.count('slice_predictions_total', { run: comparedRun(ranMs / predictedMs) })
    },
    turnedAway: (
      reason: LabelsOf<'slice_refusals_total'>['reason'],
      priority: LabelsOf<'slice_refusals_total'>['priority'],
    ) => registry.count('slice_refusals_total', { reason, priority }),
  }
}

function comparedRun(share: number): LabelsOf<'slice_predictions_total'>['run'] {
  if (share > 2) return 'longer'
  return share < 1 / 2 ? 'shorter' : 'close'
}

export function trackPool(registry: MetricRegistry, pool: PoolName, stats: () => PoolStats): void {
  registry.track('pool_workers', { pool }, () => stats().workers)
  registry.track('pool_busy', { pool }, () => stats().busy)
  registry.track('pool_waiting', { pool }, () => stats().queued)
}

/** The free space of the disk that `path` is on. */
export function trackDisk(
  registry: MetricRegistry,
  folder: LabelsOf<'disk_free_bytes'>['folder'],
  path: string,
): void {
  registry.track('disk_free_bytes', { folder }, () => {
    const bytes = freeBytesOf(path)
    // Gauges are stored as JSON, which has no infinity.
    return Number.isFinite(bytes) ? bytes : 0
  })
}
