// Reads metrics for the operators' pages.
import { sql } from 'kysely'
import {
  latencyBounds,
  type PoolName,
  poolNames,
} from '../../domain/base/metrics/metric-catalog.ts'
import { daySeconds } from '../../domain/base/time/day.ts'
import type { Labels, LivingProcess } from '../../domain/metrics/metric-store.ts'
import type {
  LatencyStep,
  MetricReader,
  MetricSeries,
  PoolState,
} from '../../domain/metrics/ports.ts'
import { quantileOf } from '../../domain/metrics/quantiles.ts'
import type { Db, OpenDatabase } from '../core/connect.ts'
import { createVendorBalances } from '../generation/vendor-balances.ts'
import { countPrinters } from '../printers/printers.ts'
import { createClosedPeriods } from './closed-periods.ts'
import { coverRange, histogramWidths } from './cover-range.ts'
import { createFilamentReadings } from './filament-readings.ts'
import { readLatencySteps } from './latency-steps.ts'
import { readProcesses } from './metric-snapshots.ts'
import { queuesReader } from './queues.ts'
import { readGroups, type SeriesQuery, seriesAndPieces, sumCounts } from './stored-series.ts'

export function createMetricReader(
  database: Pick<OpenDatabase, 'db' | 'pool'>,
  now: () => Date = () => new Date(),
): MetricReader {
  const { db } = database
  const counters = createClosedPeriods<MetricSeries>()
  const latencies = createClosedPeriods<LatencyRow>()
  const steps = createClosedPeriods<LatencyStep>()
  return {
    counter: async (name, range, stepSeconds, by = []) => {
      const question = { name, range, by, now: now() }
      return joinPoints(
        await counters.readParts({ ...question, key: [name, by], stepSeconds }, (part) =>
          readCounter(db, { ...question, range: part }, stepSeconds),
        ),
      )
    },
    latency: async (name, range, by) => {
      const question = { name, range, by, now: now() }
      const rows = await latencies.readParts(
        { ...question, key: [name, by], stepSeconds: wholeRange },
        (part) => readLatency(db, { ...question, range: part }),
      )
      return sumByLabels(rows).map(({ buckets, ...row }) => ({
        ...row,
        p50: quantileOf(buckets, 0.5),
        p95: quantileOf(buckets, 0.95),
        p99: quantileOf(buckets, 0.99),
      }))
    },
    latencySteps: (name, range, step) => {
      const stepSeconds = step === 'hour' ? 3_600 : daySeconds
      const question = { name, range, by: [], now: now() }
      return steps.readParts({ ...question, key: [name], stepSeconds }, (part) =>
        readLatencySteps(db, { ...question, range: part }, stepSeconds),
      )
    },
    pools: async () => poolStates(await readProcesses(db)),
    queues: queuesReader(database),
    printers: () => countPrinters(db),
    balances: () => createVendorBalances(db).list(),
    filament: createFilamentReadings(db, now),
  }
}

/** Steps for the total of a range: every stored interval divides them evenly. */
const wholeRange = daySeconds

async function readCounter(
  db: Db,
  question: SeriesQuery,
  stepSeconds: number,
): Promise<readonly MetricSeries[]> {
  const groups = await readGroups(db, question)
  const steps = groups.labels.map(() => new Map<number, number>())
  await sumCounts(db, question, groups, stepSeconds, (group, second, value) => {
    const start = Math.floor(second / stepSeconds) * stepSeconds
    const values = steps[group]
    values?.set(start, (values.get(start) ?? 0) + value)
  })
  return groups.labels.flatMap((labels, group) => {
    const values = [...(steps[group] ?? [])].toSorted(([a], [b]) => a - b)
    const points = values.map(([start, value]) => ({ at: new Date(start * 1000), value }))
    return points.length === 0 ? [] : [{ labels, points }]
  })
}

/** Joins the series of the parts of a range, oldest part first. Sorts them by labels, like the series of a single part. */
function joinPoints(series: readonly MetricSeries[]): readonly MetricSeries[] {
  const byLabels = Map.groupBy(series, ({ labels }) => JSON.stringify(labels))
  return [...byLabels]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...rest]]) =>
      first === undefined
        ? []
        : [{ labels: first.labels, points: [first, ...rest].flatMap(({ points }) => points) }],
    )
}

type LatencyRow = {
  readonly labels: Labels
  readonly count: number
  readonly errors: number
  readonly buckets: readonly number[]
}

async function readLatency(db: Db, question: SeriesQuery): Promise<readonly LatencyRow[]> {
  const [rows, errors] = await Promise.all([readBuckets(db, question), readErrors(db, question)])
  return rows.map((row) => ({ ...row, errors: errors.get(JSON.stringify(row.labels)) ?? 0 }))
}

/** Adds up the rows of the parts of a range, one row per set of labels. */
function sumByLabels(rows: readonly LatencyRow[]): readonly LatencyRow[] {
  const sums = new Map<string, LatencyRow>()
  for (const row of rows) {
    const key = JSON.stringify(row.labels)
    const known = sums.get(key)
    sums.set(key, known === undefined ? row : plus(known, row))
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

const plus = (one: LatencyRow, other: LatencyRow): LatencyRow => ({
  labels: one.labels,
  count: one.count + other.count,
  errors: one.errors + other.errors,
  buckets: one.buckets.map((value, index) => value + (other.buckets[index] ?? 0)),
})

async function readBuckets(
  db: Db,
  question: SeriesQuery,
): Promise<readonly Omit<LatencyRow, 'errors'>[]> {
  const groups = await readGroups(db, question)
  const pieces = coverRange(question.range, wholeRange, histogramWidths, question.now)
  const source = seriesAndPieces(groups, pieces)
  if (source === null) return []
  const sums = Array.from(
    { length: latencyBounds.length + 1 },
    (_, index) => sql`coalesce(sum(part.buckets[${sql.lit(index + 1)}]), 0)::float8`,
  )
  const { rows } = await sql<{ group: number; count: number; buckets: number[] }>`
    select "group", sum(part.value) as count, array[${sql.join(sums)}] as buckets
    from ${source} cross join lateral (
      select known.value, known.buckets from metric_histograms as known
      where known.series = series.id and known.seconds = piece.seconds
        and known.at >= piece."from" and known.at < piece."to"
      offset 0
    ) as part
    group by 1 order by 1`.execute(db)
  return rows.map(({ group, ...row }) => ({ ...row, labels: groups.labels[group] ?? {} }))
}

/** Counters of those observations of a histogram that ended in a server error. */
const errorCounters: Readonly<
  Record<string, { counter: string; label: string; values: readonly string[] }>
> = {
  http_request_duration_seconds: {
    counter: 'http_requests_total',
    label: 'status_class',
    values: ['5xx'],
  },
  mcp_tool_duration_seconds: {
    counter: 'mcp_tool_calls_total',
    label: 'outcome',
    values: ['error'],
  },
  engine_call_duration_seconds: {
    counter: 'engine_calls_total',
    label: 'outcome',
    values: ['failed', 'error'],
  },
  charge_duration_seconds: { counter: 'charges_total', label: 'outcome', values: ['unknown'] },
}

/** Returns the errors of each series, by its labels as JSON. */
async function readErrors(db: Db, question: SeriesQuery): Promise<ReadonlyMap<string, number>> {
  const source = errorCounters[question.name]
  if (source === undefined) return new Map()
  const { counter: name, label, values } = source
  const isError = (labels: Labels) => values.includes(labels[label] ?? '')
  const groups = await readGroups(db, { ...question, name }, isError)
  const errors = new Map<string, number>()
  await sumCounts(db, question, groups, wholeRange, (group, _second, value) => {
    const key = JSON.stringify(groups.labels[group])
    errors.set(key, (errors.get(key) ?? 0) + value)
  })
  return errors
}

function poolStates(processes: readonly LivingProcess[]): readonly PoolState[] {
  return poolNames.map((pool) => {
    const sum = (name: string) =>
      processes
        .flatMap(({ gauges }) => gauges)
        .filter((gauge) => gauge.name === name && gauge.labels['pool'] === pool)
        .reduce((total, { value }) => total + value, 0)
    return {
      pool,
      workers: sum('pool_workers'),
      busy: sum('pool_busy'),
      waiting: sum('pool_waiting'),
      processes: processes.filter((process) => hasPool(process, pool)).length,
    }
  })
}

const hasPool = ({ gauges }: LivingProcess, pool: PoolName): boolean =>
  gauges.some(({ name, labels }) => name === 'pool_workers' && labels['pool'] === pool)
