// The metrics of this process: the counts since the last batch, in memory. Counting costs one addition and never waits.

import type { Meter } from '../../domain/base/metrics/meter.ts'
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  latencyBounds,
  metricDefinition,
} from '../../domain/base/metrics/metric-catalog.ts'
import type { GaugeValue, Labels, MetricDelta } from '../../domain/metrics/metric-store.ts'

export type CounterSeries = { readonly add: (by: number) => void }
export type HistogramSeries = { readonly observe: (seconds: number) => void }

export type MetricRegistry = Meter & {
  /** Returns the series itself, for events that are counted many thousand times a second. */
  readonly counter: <N extends CounterName>(name: N, labels: LabelsOf<N>) => CounterSeries
  readonly histogram: <N extends HistogramName>(name: N, labels: LabelsOf<N>) => HistogramSeries
  /** Registers a gauge that is read when a batch is taken. */
  readonly track: <N extends GaugeName>(name: N, labels: LabelsOf<N>, read: () => number) => void
  /** Creates a series with 0. The labels must be those of the catalog. */
  readonly declare: (name: string, labels: Labels) => void
  /** Returns the counts since the last call, and new series with 0 if nothing was counted. */
  readonly takeDeltas: () => readonly MetricDelta[]
  readonly gauges: () => readonly GaugeValue[]
}

export function createMetricRegistry(): MetricRegistry {
  const counters = new SeriesTable((name, labels) => new Counter(name, labels))
  const histograms = new SeriesTable((name, labels) => new Histogram(name, labels))
  const gauges = new SeriesTable((name, labels) => new Gauge(name, labels))
  return {
    counter: (name, labels) => counters.find(name, labels),
    histogram: (name, labels) => histograms.find(name, labels),
    count: (name, labels, by = 1) => counters.find(name, labels).add(by),
    observe: (name, labels, seconds) => histograms.find(name, labels).observe(seconds),
    adjust: (name, labels, by) => gauges.find(name, labels).adjust(by),
    set: (name, labels, value) => gauges.find(name, labels).set(value),
    track: (name, labels, read) => gauges.find(name, labels).track(read),
    declare: (name, labels) => {
      const isHistogram = metricDefinition(name)?.kind === 'histogram'
      const table = isHistogram ? histograms : counters
      table.find(name, labels)
    },
    takeDeltas: () => {
      const series = [...counters.all(), ...histograms.all()]
      return series.flatMap((each) => each.take() ?? [])
    },
    gauges: () => [...gauges.all()].map((each) => each.read()),
  }
}

/** Series by name and by the values of their labels, in the order of the catalog. */
class SeriesTable<S> {
  readonly #byName = new Map<string, { labels: readonly string[]; series: Map<string, S> }>()
  readonly #create: (name: string, labels: Labels) => S

  constructor(create: (name: string, labels: Labels) => S) {
    this.#create = create
  }

  find(name: string, labels: Readonly<Record<string, unknown>>): S {
    const family = this.#byName.get(name) ?? this.#addFamily(name)
    let key = ''
    for (const label of family.labels) key += `${labels[label]}\n`
    const known = family.series.get(key)
    if (known !== undefined) return known
    const added = this.#create(name, orderLabels(family.labels, labels))
    family.series.set(key, added)
    return added
  }

  *all(): Iterable<S> {
    for (const { series } of this.#byName.values()) yield* series.values()
  }

  #addFamily(name: string) {
    const labels = Object.keys(metricDefinition(name)?.labels ?? {})
    const family = { labels, series: new Map<string, S>() }
    this.#byName.set(name, family)
    return family
  }
}

const orderLabels = (names: readonly string[], labels: Readonly<Record<string, unknown>>): Labels =>
  Object.fromEntries(names.map((name) => [name, String(labels[name])]))

class Counter implements CounterSeries {
  readonly #name: string
  readonly #labels: Labels
  #value = 0
  #isNew = true

  constructor(name: string, labels: Labels) {
    this.#name = name
    this.#labels = labels
  }

  add(by: number): void {
    this.#value += by
  }

  take(): MetricDelta | null {
    if (this.#value === 0 && !this.#isNew) return null
    const value = this.#value
    this.#value = 0
    this.#isNew = false
    return { name: this.#name, labels: this.#labels, value, histogram: null }
  }
}

const noCounts = (): number[] => Array.from({ length: latencyBounds.length + 1 }, () => 0)

class Histogram implements HistogramSeries {
  readonly #name: string
  readonly #labels: Labels
  #buckets = noCounts()
  #count = 0
  #sum = 0
  #isNew = true

  constructor(name: string, labels: Labels) {
    this.#name = name
    this.#labels = labels
  }

  observe(seconds: number): void {
    let bucket = 0
    while (seconds > (latencyBounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1
    this.#count += 1
    this.#sum += seconds
  }

  take(): MetricDelta | null {
    if (this.#count === 0 && !this.#isNew) return null
    const histogram = { sum: this.#sum, buckets: this.#buckets }
    const value = this.#count
    this.#buckets = noCounts()
    this.#count = 0
    this.#sum = 0
    this.#isNew = false
    return { name: this.#name, labels: this.#labels, value, histogram }
  }
}

class Gauge {
  readonly #name: string
  readonly #labels: Labels
  #value = 0
  #read: (() => number) | null = null

  constructor(name: string, labels: Labels) {
    this.#name = name
    this.#labels = labels
  }

  adjust(by: number): void {
    this.#value += by
  }

  set(value: number): void {
    this.#value = value
  }

  track(read: () => number): void {
    this.#read = read
  }

  read(): GaugeValue {
    return { name: this.#name, labels: this.#labels, value: this.#read?.() ?? this.#value }
  }
}
