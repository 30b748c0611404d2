// The stored series of a metric, grouped by labels, and their intervals in a range of time.
import { type RawBuilder, sql } from 'kysely'
import type { Labels } from '../../domain/metrics/metric-store.ts'
import type { TimeRange } from '../../domain/metrics/ports.ts'
import type { Db } from '../core/connect.ts'
import { counterWidths, coverRange, type Piece } from './cover-range.ts'
import { readLabels } from './metric-snapshots.ts'

export type SeriesQuery = {
  readonly name: string
  readonly range: TimeRange
  readonly by: readonly string[]
  readonly now: Date
}

/** The series of a metric with their group numbers. Series that differ only in labels that `by` omits are in the same group. */
export type Groups = {
  readonly ids: readonly number[]
  readonly groupOf: readonly number[]
  readonly labels: readonly Labels[]
}

export async function readGroups(
  db: Db,
  { name, by }: SeriesQuery,
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

/** Builds the source of these series and pieces. Returns null when there is nothing to read. */
export function seriesAndPieces({ ids, groupOf }: Groups, pieces: readonly Piece[]) {
  if (pieces.length === 0 || ids.length === 0) return null
  const values = pieces.map(
    ({ seconds, from, to }) => sql`(${seconds}::integer, ${from}::timestamptz, ${to}::timestamptz)`,
  )
  return sql`unnest(${ids}::bigint[], ${groupOf}::integer[]) as series (id, "group")
    cross join (values ${sql.join(values)}) as piece (seconds, "from", "to")`
}

type Sum = (group: number, second: number, value: number) => void

/** Calls `add` for each interval with counts, with the number of its group and its start in seconds since 1970. */
export async function sumCounts(
  db: Db,
  { range, now }: SeriesQuery,
  groups: Groups,
  stepSeconds: number,
  add: Sum,
): Promise<void> {
  const pieces = coverRange(range, stepSeconds, counterWidths, now)
  const arms = counterWidths.flatMap((width) => {
    const source = seriesAndPieces(
      groups,
      pieces.filter(({ seconds }) => seconds === width),
    )
    return source === null ? [] : [sumsOfWidth(source, width)]
  })
  if (arms.length === 0) return
  const { rows } = await sql<CountsRow>`${sql.join(arms, sql` union all `)}`.execute(db)
  for (const { group, seconds, start, from, to, counts } of rows) {
    for (const [slot, value] of counts.entries()) {
      const second = start + slot * seconds
      if (value !== null && value !== 0 && second >= from && second < to) add(group, second, value)
    }
  }
}

/**
 * Adds up the series of each group, slot by slot. A subscript per slot costs a fraction of unnesting the arrays, or of sending the arrays
 * of every series.
 */
function sumsOfWidth(source: RawBuilder<unknown>, width: (typeof counterWidths)[number]) {
  const slots = slotsOf[width]
  const sums = Array.from(
    { length: slots },
    (_, slot) => sql`sum(part.counts[${sql.lit(slot + 1)}])`,
  )
  // A row begins up to `slots` intervals before its piece.
  return sql`
    select "group", ${sql.lit(width)} as seconds, extract(epoch from part.at)::float8 as start,
      extract(epoch from piece."from")::float8 as "from", extract(epoch from piece."to")::float8 as "to",
      json_build_array(${sql.join(sums)}) as counts
    from ${source} cross join lateral (
      select known.at, known.counts from metric_counts as known
      where known.series = series.id and known.seconds = ${sql.lit(width)}
        and known.at > piece."from" - make_interval(secs => ${sql.lit(width * slots)})
        and known.at < piece."to"
      offset 0
    ) as part
    group by "group", piece."from", piece."to", part.at`
}

/** Intervals per row: the minutes of an hour, the hours of a day. */
const slotsOf = { 60: 60, 3600: 24 } as const

type CountsRow = {
  readonly group: number
  readonly seconds: number
  readonly start: number
  readonly from: number
  readonly to: number
  /** Null beyond the end of a row. */
  readonly counts: readonly (number | null)[]
}
