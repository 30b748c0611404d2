// What operators' pages read of the metrics.
import { type RawBuilder, sql } from 'kysely'
import { latencyBounds, type PoolName, poolNames } from '../../domain/base/metric-catalog.ts'
import type { Labels, LivingProcess } from '../../domain/operations/metric-store.ts'
import type {
  MetricReader,
  MetricSeries,
  PoolState,
  TimeRange,
} from '../../domain/operations/ports.ts'
import { quantileOf } from '../../domain/operations/quantiles.ts'
import type { Db } from '../core/connect.ts'
import { coverRange } from './cover-range.ts'
import { readProcesses } from './metric-snapshots.ts'
import { readQueues } from './queues.ts'

export function createMetricReader(db: Db, now: () => Date = () => new Date()): MetricReader {
  return {
    counter: (name, range, stepSeconds, by = []) =>
      readCounter(db, { name, range, by, now: now() }, stepSeconds),
    latency: async (name, range, by) => {
      const question = { name, range, by, now: now() }
      const [rows, errors] = await Promise.all([
        readBuckets(db, question),
        readErrors(db, question),
      ])
      return rows.map(({ labels, count, buckets }) => ({
        labels,
        count,
        errors: errors.get(JSON.stringify(labels)) ?? 0,
        p50: quantileOf(buckets, 0.5),
        p95: quantileOf(buckets, 0.95),
        p99: quantileOf(buckets, 0.99),
      }))
    },
    pools: async () => poolStates(await readProcesses(db)),
    queues: () => readQueues(db),
  }
}

type Question = {
  readonly name: string
  readonly range: TimeRange
  readonly by: readonly string[]
  readonly now: Date
}

const wholeRange = 86_400

/** The labels of `by` as JSON, in that order. */
const labelsBy = (by: readonly string[]): RawBuilder<unknown> =>
  by.length === 0
    ? sql`'{}'::json`
    : sql`json_build_object(${sql.join(
        by.map((label) => sql`${sql.lit(label)}, coalesce(labels->>${sql.lit(label)}, '')`),
      )})`

/** The rows of `name` in the range: series by series and piece by piece, each a range of the primary key. */
function intervalsOf({ name, range, now }: Question, stepSeconds: number) {
  const pieces = coverRange(range, stepSeconds, now)
  const values = pieces.map(
    ({ seconds, from, to }) => sql`(${seconds}::integer, ${from}::timestamptz, ${to}::timestamptz)`,
  )
  if (values.length === 0) return null
  return sql`metric_totals as total
    cross join (values ${sql.join(values)}) as piece (seconds, "from", "to")
    join lateral (
      select interval.at, interval.value, interval.buckets from metric_intervals as interval
      where interval.series = total.id and interval.seconds = piece.seconds
        and interval.at >= piece."from" and interval.at < piece."to"
      offset 0
    ) as part on true
    where total.name = ${name}`
}

async function readCounter(
  db: Db,
  question: Question,
  stepSeconds: number,
): Promise<readonly MetricSeries[]> {
  const intervals = intervalsOf(question, stepSeconds)
  if (intervals === null) return []
  const { rows } = await sql<{ labels: string; at: Date; value: number }>`
    select (${labelsBy(question.by)})::text as labels,
      date_bin(make_interval(secs => ${stepSeconds}), at, 'epoch') as at, sum(part.value) as value
    from ${intervals} group by 1, 2 order by 1, 2`.execute(db)
  return [...Map.groupBy(rows, (row) => row.labels)].map(([labels, points]) => ({
    labels: parseLabels(labels, question.by),
    points: points.map(({ at, value }) => ({ at, value })),
  }))
}

type BucketRow = {
  readonly labels: Labels
  readonly count: number
  readonly buckets: readonly number[]
}

async function readBuckets(db: Db, question: Question): Promise<readonly BucketRow[]> {
  const intervals = intervalsOf(question, wholeRange)
  if (intervals === null) return []
  const sums = Array.from(
    { length: latencyBounds.length + 1 },
    (_, index) => sql`coalesce(sum(part.buckets[${sql.lit(index + 1)}]), 0)::float8`,
  )
  const { rows } = await sql<{ labels: string; count: number; buckets: number[] }>`
    select (${labelsBy(question.by)})::text as labels, sum(part.value) as count, array[${sql.join(sums)}] as buckets
    from ${intervals} group by 1 order by 1`.execute(db)
  return rows.map((row) => ({ ...row, labels: parseLabels(row.labels, question.by) }))
}

/** The counter that tells which observations of a histogram ended in an error of ours. */
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

/** By the labels as JSON. */
async function readErrors(db: Db, question: Question): Promise<ReadonlyMap<string, number>> {
  const source = errorCounters[question.name]
  if (source === undefined) return new Map()
  const intervals = intervalsOf({ ...question, name: source.counter }, wholeRange)
  if (intervals === null) return new Map()
  const { rows } = await sql<{ labels: string; errors: number }>`
    select (${labelsBy(question.by)})::text as labels, sum(part.value) as errors
    from ${intervals} and total.labels->>${source.label} in (${sql.join(source.values)})
    group by 1`.execute(db)
  return new Map(
    rows.map(({ labels, errors }) => [JSON.stringify(parseLabels(labels, question.by)), errors]),
  )
}

/** In the order of `by`. */
function parseLabels(text: string, by: readonly string[]): Labels {
  const labels: unknown = JSON.parse(text)
  if (typeof labels !== 'object' || labels === null) return {}
  const found = new Map(Object.entries(labels))
  return Object.fromEntries(by.map((label) => [label, String(found.get(label) ?? '')]))
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
