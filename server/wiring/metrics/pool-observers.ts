// Counts reports of work pools in the registry of the process.
import type { MetricRegistry } from '../../adapters/observability/registry.ts'
import type { PoolObserver } from '../../domain/base/metrics/meter.ts'
import type { LabelsOf, PoolName } from '../../domain/base/metrics/metric-catalog.ts'

/** Counts what a pool reports about its work. */
export function poolObserver(registry: MetricRegistry, pool: PoolName): PoolObserver {
  const wait = registry.histogram('pool_wait_seconds', { pool })
  const run = registry.histogram('pool_run_seconds', { pool })
  const refused = registry.counter('pool_refused_total', { pool })
  return {
    onWait: (ms) => wait.observe(ms / 1000),
    onRun: (ms) => run.observe(ms / 1000),
    onRefusal: () => refused.add(1),
  }
}

/** Counts what the slicer bridge reports. */
export function sliceObserver(registry: MetricRegistry) {
  return {
    ...poolObserver(registry, 'slicer'),
    ...predictionObserver(registry),
    turnedAway: (
      reason: LabelsOf<'slice_refusals_total'>['reason'],
      priority: LabelsOf<'slice_refusals_total'>['priority'],
    ) => registry.count('slice_refusals_total', { reason, priority }),
  }
}

/** The counts that only the process with the slicer can make. */
export function predictionObserver(registry: MetricRegistry) {
  const predicted = registry.histogram('slice_predicted_seconds', {})
  return {
    predicted: ({ predictedMs, ranMs }: { predictedMs: number; ranMs: number }) => {
      predicted.observe(predictedMs / 1000)
      registry.count('slice_predictions_total', { run: comparedRun(ranMs / predictedMs) })
    },
  }
}

function comparedRun(share: number): LabelsOf<'slice_predictions_total'>['run'] {
  if (share > 2) return 'longer'
  return share < 1 / 2 ? 'shorter' : 'close'
}
