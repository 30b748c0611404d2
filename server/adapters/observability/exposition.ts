// The metrics of all processes in the Prometheus text format.
import {
  latencyBounds,
  type MetricDefinition,
  metricDefinitions,
  metricTypeOf,
  printerStates,
} from '../../domain/base/metrics/metric-catalog.ts'
import type {
  GaugeValue,
  Labels,
  LivingProcess,
  MetricDelta,
  MetricSnapshot,
} from '../../domain/metrics/metric-store.ts'
import type {
  BalanceReading,
  FilamentReading,
  PrinterCount,
  QueueState,
} from '../../domain/metrics/ports.ts'

/** The values that a scrape reads from the database. Values that could not be read are omitted. */
export type Readings = {
  readonly queues?: readonly QueueState[]
  readonly printers?: readonly PrinterCount[] | null
  readonly balances?: readonly BalanceReading[]
  readonly filament?: readonly FilamentReading[]
}

/** Renders the text. Omits metrics of another release that runs during a deployment: this release does not know their kind. */
export function expositionText(
  snapshot: MetricSnapshot,
  { queues = [], printers = null, balances = [], filament = [] }: Readings = {},
): string {
  const totals = Map.groupBy(snapshot.totals, ({ name }) => name)
  const samples = [
    ...gaugeSamples(snapshot.processes),
    ...readings(snapshot, queues),
    ...printerSamples(printers),
    ...balances.map(({ vendor, credits }) => ({
      name: 'vendor_balance_credits',
      labels: { vendor },
      value: credits,
    })),
    ...filament.flatMap(filamentSamples),
  ]
  const gauges = Map.groupBy(samples, ({ name }) => name)
  const lines: string[] = []
  for (const [name, definition] of metricDefinitions) {
    const sampleLines = [
      ...(totals.get(name) ?? []).flatMap((total) => totalLines(total, definition)),
      ...(gauges.get(name) ?? []).map(({ labels, value }) => line(name, labels, value)),
    ]
    if (sampleLines.length === 0) continue
    lines.push(`# HELP ${name} ${definition.help.replaceAll('\\', '\\\\')}`)
    lines.push(`# TYPE ${name} ${metricTypeOf(name, definition)}`, ...sampleLines)
  }
  return `${lines.join('\n')}\n`
}

function totalLines(
  { name, labels: stored, value, histogram }: MetricDelta,
  definition: MetricDefinition,
): string[] {
  // Sorted, because the database returns labels in a different order.
  const labels = Object.fromEntries(
    Object.keys(definition.labels).map((label) => [label, stored[label] ?? '']),
  )
  if (histogram === null) return [line(name, labels, value)]
  let below = 0
  // Buckets are cumulative in this format.
  const buckets = [...latencyBounds, '+Inf'].map((bound, index) => {
    below += histogram.buckets[index] ?? 0
    return line(`${name}_bucket`, { ...labels, le: String(bound) }, below)
  })
  return [
    ...buckets,
    line(`${name}_sum`, labels, histogram.sum),
    line(`${name}_count`, labels, value),
  ]
}

/** Combines the state of all running processes, each gauge as the catalog specifies. */
function gaugeSamples(processes: readonly LivingProcess[]): readonly GaugeValue[] {
  const definitions = new Map(metricDefinitions)
  const merged = new Map<string, GaugeValue>()
  for (const { id, gauges } of processes) {
    for (const gauge of gauges) {
      const across = definitions.get(gauge.name)?.across
      const labels = across === 'process' ? { ...gauge.labels, process: shortId(id) } : gauge.labels
      const key = `${gauge.name} ${JSON.stringify(labels)}`
      const before = merged.get(key)?.value
      const value = before === undefined ? gauge.value : merge(across, before, gauge.value)
      merged.set(key, { name: gauge.name, labels, value })
    }
  }
  return [...merged.values()]
}

const merge = (across: MetricDefinition['across'], a: number, b: number): number =>
  across === 'max' ? Math.max(a, b) : a + b

/** Enough of the random id to distinguish processes. */
const shortId = (id: string): string => id.slice(0, 8)

function* readings(
  { processes, heartbeats }: MetricSnapshot,
  queues: readonly QueueState[],
): Iterable<GaugeValue> {
  for (const { queue, depth, oldestSeconds } of queues) {
    yield { name: 'queue_depth', labels: { queue }, value: depth }
    yield { name: 'queue_oldest_seconds', labels: { queue }, value: oldestSeconds ?? 0 }
  }
  for (const version of new Set(processes.map((each) => each.version))) {
    yield { name: 'build_info', labels: { version }, value: 1 }
  }
  for (const { role, seconds } of heartbeats) {
    yield { name: 'process_heartbeat_seconds', labels: { role }, value: seconds }
  }
  for (const { id, role, host, pid } of processes) {
    const labels = { process: shortId(id), role, host, pid: String(pid) }
    yield { name: 'process_info', labels, value: 1 }
  }
}

/** Lists every state, so that an alert can distinguish zero from not read. */
function* printerSamples(counts: readonly PrinterCount[] | null): Iterable<GaugeValue> {
  if (counts === null) return
  for (const state of printerStates) {
    const count = counts.find((each) => each.state === state)
    yield { name: 'printers', labels: { state }, value: count?.printers ?? 0 }
  }
}

function filamentSamples({ material, shortGrams, daysLeft }: FilamentReading): GaugeValue[] {
  const labels = { material }
  return [
    { name: 'filament_short_grams', labels, value: shortGrams },
    ...(daysLeft === null ? [] : [{ name: 'filament_days_left', labels, value: daysLeft }]),
  ]
}

function line(name: string, labels: Labels, value: number): string {
  const entries = Object.entries(labels).map(([label, word]) => `${label}="${escapeLabel(word)}"`)
  const braces = entries.length === 0 ? '' : `{${entries.join(',')}}`
  return `${name}${braces} ${value}`
}

const escapeLabel = (word: string): string =>
  word.replace(/["\\\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))
