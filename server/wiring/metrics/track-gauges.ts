// Gauges of pools and disks that are read when a batch or a scrape is taken.
import type { MetricRegistry } from '../../adapters/observability/registry.ts'
import { freeBytesOf } from '../../adapters/storage/disk-room.ts'
import type { PoolStats } from '../../domain/base/metrics/meter.ts'
import type { LabelsOf, PoolName } from '../../domain/base/metrics/metric-catalog.ts'

export function trackPool(registry: MetricRegistry, pool: PoolName, stats: () => PoolStats): void {
  registry.track('pool_workers', { pool }, () => stats().workers)
  registry.track('pool_busy', { pool }, () => stats().busy)
  registry.track('pool_waiting', { pool }, () => stats().queued)
}

/** Tracks the pool of slicers and the predicted wait for one. */
export function trackSlicer(
  registry: MetricRegistry,
  stats: () => PoolStats & { readonly backlogMs: number },
): void {
  trackPool(registry, 'slicer', stats)
  registry.track('slicer_backlog_seconds', {}, () => stats().backlogMs / 1000)
}

/** Tracks the free space of the disk that contains `path`. */
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
