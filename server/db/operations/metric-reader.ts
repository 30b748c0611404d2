// What operators' pages read of the metrics.
import { sql } from 'kysely'
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
import { counterWidths, coverRange, histogramWidths, type Piece } from './cover-range.ts'
import { readLabels, readProcesses } from './metric-snapshots.ts'
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

/** The series of a metric, each with the number of its group: series that differ only in labels that `by` leaves out are one group. */
type Groups = {
  readonly ids: readonly number[]
  readonly groupOf: readonly number[]
  readonly labels: readonly Labels[]
}

async function readGroups(
  db: Db,
  { name, by }: Question,
  isWanted: (labels: Labels) => boolean = () => true,
): Promise<Groups> {
  const rows = await db
    .selectFrom('metric_totals')
    .select(['id', 'labels'])
    .where('name', '=', name)
    .orderBy('id')
    .execute()
  const series = rows
    .map(({ id, labels }) => ({ id, labels: readLabels(labels, id) }))
    .filter(({ labels }) => isWanted(labels))
  const grouped = [...Map.groupBy(series, ({ labels }) => keyOf(labels, by))].toSorted(
    ([a], [b]) => (a < b ? -1 : 1),
  )
  const members = grouped.flatMap(([, group], index) => group.map(({ id }) => ({ id, index })))
  return {
    ids: members.map(({ id }) => id),
    groupOf: members.map(({ index }) => index),
    labels: grouped.map(([, [first]]) => pick(first?.labels ?? {}, by)),
  }
}

const pick = (labels: Labels, by: readonly string[]): Labels =>
  Object.fromEntries(by.map((label) => [label, labels[label] ?? '']))

const keyOf = (labels: Labels, by: readonly string[]): string => JSON.stringify(pick(labels, by))

/** These series and the pieces of the range; null when there is nothing to read. */
function seriesAndPieces({ ids, groupOf }: Groups, pieces: readonly Piece[]) {
  if (pieces.length === 0 || ids.length === 0) return null
  const values = pieces.map(
    ({ seconds, from, to }) => sql`(${seconds}::integer, ${from}::timestamptz, ${to}::timestamptz)`,
  )
  return sql`unnest(${ids}::bigint[], ${groupOf}::integer[]) as series (id, "group")
    cross join (values ${sql.join(values)}) as piece (seconds, "from", "to")`
}

type Sum = (group: number, second: number, value: number) => void

/**
 * Calls `add` with each interval that counted something, by the number of its group and its start in seconds since 1970. The rows are
 * taken apart here: PostgreSQL takes several times as long to unnest them.
 */
async function sumCounts(
  db: Db,
  { range, now }: Question,
  groups: Groups,
  stepSeconds: number,
  add: Sum,
): Promise<void> {
  const source = seriesAndPieces(groups, coverRange(range, stepSeconds, counterWidths, now))
  if (source === null) return
  // A row begins up to an hour or a day before its piece.
  const { rows } = await sql<CountsRow>`
    select "group", piece.seconds, extract(epoch from part.at)::float8 as start,
      extract(epoch from piece."from")::float8 as "from", extract(epoch from piece."to")::float8 as "to",
      array_to_json(part.counts) as counts
    from ${source} cross join lateral (
      select known.at, known.counts from metric_counts as known
      where known.series = series.id and known.seconds = piece.seconds
        and known.at > piece."from" - make_interval(secs => case piece.seconds when 60 then 3600 else 86400 end)
        and known.at < piece."to"
      offset 0
    ) as part`.execute(db)
  for (const { group, seconds, start, from, to, counts } of rows) {
    for (const [slot, value] of counts.entries()) {
      const second = start + slot * seconds
      if (value !== 0 && second >= from && second < to) add(group, second, value)
    }
  }
}

type CountsRow = {
  readonly group: number
  readonly seconds: number
  readonly start: number
  readonly from: number
  readonly to: number
  readonly counts: readonly number[]
}

async function readCounter(
  db: Db,
  question: Question,
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

type BucketRow = {
  readonly labels: Labels
  readonly count: number
  readonly buckets: readonly number[]
}

async function readBuckets(db: Db, question: Question): Promise<readonly BucketRow[]> {
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
