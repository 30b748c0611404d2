// The text of a scrape of a single process, for a process without a database.
import type { LivingProcess, MetricDelta } from '../../domain/metrics/metric-store.ts'
import { expositionText } from './exposition.ts'
import type { MetricRegistry } from './registry.ts'

/** Returns the totals since the start of the process. */
export function createOwnMetricsText(
  registry: Pick<MetricRegistry, 'takeDeltas' | 'gauges'>,
  process: Omit<LivingProcess, 'gauges'>,
): () => string {
  const totals = new Map<string, MetricDelta>()
  return () => {
    for (const delta of registry.takeDeltas()) {
      const key = `${delta.name} ${JSON.stringify(delta.labels)}`
      totals.set(key, addDelta(totals.get(key), delta))
    }
    const processes = [{ ...process, gauges: registry.gauges() }]
    return expositionText({ totals: [...totals.values()], processes, heartbeats: [] })
  }
}

function addDelta(total: MetricDelta | undefined, delta: MetricDelta): MetricDelta {
  if (total === undefined) return delta
  const { histogram } = delta
  const before = total.histogram
  return {
    ...delta,
    value: total.value + delta.value,
    histogram: histogram && {
      sum: histogram.sum + (before?.sum ?? 0),
      buckets: histogram.buckets.map((count, bucket) => count + (before?.buckets[bucket] ?? 0)),
    },
  }
}
