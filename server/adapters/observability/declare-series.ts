// Creates the series whose labels are known from the start with 0, so that a rate includes their first increment.
import { metricDefinitions } from '../../domain/base/metrics/metric-catalog.ts'
import type { Labels } from '../../domain/metrics/metric-store.ts'
import type { MetricRegistry } from './registry.ts'

/**
 * Declares the series. `sets` has the values of labels that the catalog leaves open. A metric with another open label is created by its
 * first increment.
 */
export function declareClosedSets(
  registry: Pick<MetricRegistry, 'declare'>,
  sets: Readonly<Record<string, readonly string[]>>,
): void {
  for (const [name, { kind, labels }] of metricDefinitions) {
    if (kind !== 'counter' && kind !== 'histogram') continue
    for (const combination of combinations(Object.entries(labels), sets)) {
      registry.declare(name, combination)
    }
  }
}

function combinations(
  labels: readonly (readonly [string, readonly string[] | null])[],
  sets: Readonly<Record<string, readonly string[]>>,
): readonly Labels[] {
  return labels.reduce<readonly Labels[]>(
    (found, [label, words]) =>
      found.flatMap((known) =>
        (words ?? sets[label] ?? []).map((word) => ({ ...known, [label]: word })),
      ),
    [{}],
  )
}
