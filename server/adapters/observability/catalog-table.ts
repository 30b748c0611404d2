// The catalog of metrics as a table of the documentation; a test compares it with the file.
// `bun server/adapters/observability/catalog-table.ts` prints it.
import { type MetricDefinition, metricDefinitions } from '../../domain/base/metric-catalog.ts'

/** Markdown. Labels with few values list them. */
export function metricCatalogTable(): string {
  const lines = metricDefinitions.map(
    ([name, definition]) =>
      `| \`${name}\` | ${kindOf(name, definition)} | ${labelsOf(definition)} | ${definition.help} |`,
  )
  return ['| metric | type | labels | meaning |', '|---|---|---|---|', ...lines].join('\n')
}

function kindOf(name: string, { kind }: MetricDefinition): string {
  if (kind === 'histogram') return kind
  return kind === 'counter' || name.endsWith('_total') ? 'counter' : 'gauge'
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
