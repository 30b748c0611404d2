// The catalog of metrics as a table for the documentation. A test compares it with the file. `bun
// server/adapters/observability/catalog-table.ts` prints it.
import {
  type MetricDefinition,
  metricDefinitions,
  metricTypeOf,
} from '../../domain/base/metrics/metric-catalog.ts'

/** Returns the table in Markdown. Lists the values of labels with few values. */
export function metricCatalogTable(): string {
  const lines = metricDefinitions.map(
    ([name, definition]) =>
      `| \`${name}\` | ${metricTypeOf(name, definition)} | ${labelsOf(definition)} | ${definition.help} |`,
  )
  return ['| metric | type | labels | meaning |', '|---|---|---|---|', ...lines].join('\n')
}

const maxListed = 6

function labelsOf({ labels, across }: MetricDefinition): string {
  const named = Object.entries(labels).map(([label, values]) =>
    values === null || values.length > maxListed
      ? `\`${label}\``
      : `\`${label}\` (${values.join(', ')})`,
  )
  return (across === 'process' ? [...named, '`process`'] : named).join(', ')
}

if (import.meta.main) console.log(metricCatalogTable())
