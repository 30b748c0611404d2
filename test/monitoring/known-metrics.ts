// The metrics that boards and rules may read: the service's catalog, those that Prometheus adds, and the recorded
// ones.
import { agentTools } from '../../mcp/tools/list.ts'
import { metricDefinitions } from '../../server/domain/base/metrics/metric-catalog.ts'
import { routes } from '../../server/http/routes/routes.ts'
import { recordings } from './files.ts'
import { alternatives, readPromQl, type Selector } from './promql.ts'

/** Values of each label; null: any. */
export type Labels = Readonly<Record<string, readonly string[] | null>>

const openSets: Labels = {
  route: routes.map(({ path }) => path),
  tool: agentTools.map(({ definition }) => definition.name),
}

/** Labels of the targets of prometheus.yml, added by Prometheus. */
const target: Labels = {
  job: ['print-farm', 'print-farm-slicing'],
  instance: null,
  desk: null,
}

const ofService = metricDefinitions.flatMap(([name, definition]) => {
  const labels: Labels = {
    ...Object.fromEntries(
      Object.entries(definition.labels).map(
        ([label, values]) => [label, values ?? openSets[label] ?? null] as const,
      ),
    ),
    ...(definition.across === 'process' ? { process: null } : {}),
  }
  const named = (suffix: string, more: Labels = {}) =>
    [`${name}${suffix}`, { ...labels, ...more }] as const
  return definition.kind === 'histogram'
    ? [named('_bucket', { le: null }), named('_count'), named('_sum')]
    : [named('')]
})

const ofPrometheus: readonly (readonly [string, Labels])[] = [
  ['up', target],
  ['ALERTS', { alertname: null, alertstate: ['pending', 'firing'], severity: null, area: null }],
]

const scraped: ReadonlyMap<string, Labels> = new Map([...ofService, ...ofPrometheus])

/** Returns the labels of a recorded series, by which its expression groups. */
function labelsOfRecording(expr: string, known: ReadonlyMap<string, Labels>): Labels {
  const { selectors, labels } = readPromQl(expr)
  const sources = selectors.map(({ metric }) => known.get(metric) ?? {})
  return Object.fromEntries(
    labels
      .filter((label) => label !== 'le')
      .map((label) => [label, sources.map((source) => source[label]).find((set) => set) ?? null]),
  )
}

/** Adds recordings in the order of the file: a rule may read those defined before it. */
function withRecordings(): ReadonlyMap<string, Labels> {
  const known = new Map(scraped)
  for (const { record = '', expr } of recordings) known.set(record, labelsOfRecording(expr, known))
  return known
}

export const knownMetrics: ReadonlyMap<string, Labels> = withRecordings()

export const serviceMetrics: ReadonlySet<string> = new Set(ofService.map(([name]) => name))

/** Returns faults of an expression: unknown metrics, labels and values of labels. */
export function unknownIn(
  expr: string,
  known: ReadonlyMap<string, Labels> = knownMetrics,
): readonly string[] {
  const { selectors, labels } = readPromQl(expr)
  const everyLabel = new Set(
    selectors.flatMap(({ metric }) => Object.keys(known.get(metric) ?? {})),
  )
  return [
    ...selectors.flatMap((selector) => unknownInSelector(selector, known.get(selector.metric))),
    ...labels.filter((label) => !everyLabel.has(label)).map((label) => `label ${label}`),
  ]
}

function unknownInSelector({ metric, matchers }: Selector, labels?: Labels): readonly string[] {
  if (labels === undefined) return [`metric ${metric}`]
  return matchers.flatMap(({ label, op, value }) => {
    const values = labels[label]
    if (values === undefined) return [`${metric}{${label}}`]
    const words = op.includes('~') ? alternatives(value) : [value]
    return words
      .filter((word) => values !== null && !values.includes(word))
      .map((word) => `${metric}{${label}="${word}"}`)
  })
}
