// Compares two runs row by row: changes beyond noise, and rows that cannot be judged.
import { reasonsBusy } from './load.ts'
import type { Results, StoredRow } from './results.ts'

/** Largest loss that is not a regression, as a share. */
export const regressionShare = 0.05

export type Outcome =
  /** The spreads overlap. */
  | 'same'
  | 'better'
  /** Worse by at most 5 %, or without a ratio and within its aim. */
  | 'slightly worse'
  | 'regression'
  | 'not judged'
  | 'added'
  | 'removed'

export type ComparedRow = {
  readonly scenario: string
  readonly name: string
  readonly outcome: Outcome
  /**
   * Ratio of the second run's median to the first run's; `null` unless both are positive numbers.
   */
  readonly ratio: number | null
  /** Smallest and largest ratio of two values within the spreads. */
  readonly range: readonly [number, number] | null
  readonly before: string
  readonly after: string
  /** Reason why the row is not judged. */
  readonly reason: string
}

export function compareResults(before: Results, after: Results): readonly ComparedRow[] {
  const isSame = (one: StoredRow) => (other: StoredRow) =>
    one.scenario === other.scenario && one.name === other.name
  const removed = before.rows
    .filter((row) => !after.rows.some(isSame(row)))
    .map((row) => comparedRow({ row, outcome: 'removed', before: row.figure }))
  return [
    ...after.rows.map((row) => {
      const old = before.rows.find(isSame(row))
      if (old === undefined) return comparedRow({ row, outcome: 'added', after: row.figure })
      return compareRows({ before: old, after: row, differing: differenceOf(before, after) })
    }),
    ...removed,
  ]
}

type Rows = {
  readonly before: StoredRow
  readonly after: StoredRow
  /** Reason why figures with a unit cannot be compared; empty when they can. */
  readonly differing: string
}

function compareRows({ before, after, differing }: Rows): ComparedRow {
  const ratio = ratioOf(after.value, before.value)
  const range = rangeOf(before, after)
  const reason = reasonAgainst({ before, after, differing })
  return comparedRow({
    row: after,
    outcome: reason === '' ? outcomeOf(before, after) : 'not judged',
    before: before.figure,
    after: after.figure,
    ratio,
    range,
    reason,
  })
}

function comparedRow(
  found: { row: StoredRow } & Pick<ComparedRow, 'outcome'> & Partial<ComparedRow>,
): ComparedRow {
  const { row, ...rest } = found
  const { scenario, name } = row
  return { scenario, name, ratio: null, range: null, before: '', after: '', reason: '', ...rest }
}

function reasonAgainst({ before, after, differing }: Rows): string {
  if (before.value === null || after.value === null) return 'one of the figures is not a number'
  if (before.unit !== after.unit) return 'the units differ'
  const busy = busyRuns(before, after)
  if (busy !== null) return `the machine was busy in ${busy}`
  if (before.spread === null || after.spread === null) return 'no spread'
  if (after.better === null) return 'neither more nor less is better'
  return after.unit === '' ? '' : differing
}

function busyRuns(before: StoredRow, after: StoredRow): string | null {
  const [first, second] = [before, after].map(({ load }) => reasonsBusy(load).length > 0)
  if (first && second) return 'both runs'
  return first ? 'the first run' : second ? 'the second run' : null
}

/**
 * Returns why figures with a unit cannot be compared. Both sides of a ratio use the same machine
 * within one run; a figure with a unit needs the same machine in both runs.
 */
function differenceOf(before: Results, after: Results): string {
  const [one, other] = [before.machine, after.machine]
  if (one.cpu !== other.cpu || one.cores !== other.cores) return 'the machines differ'
  if (one.bun !== other.bun) return 'the versions of Bun differ'
  if (one.loadTool !== other.loadTool) return 'the load tools differ'
  return before.quick === after.quick ? '' : 'only one of the runs was quick'
}

/**
 * Returns the outcome. Rows with overlapping spreads are the same. Without a ratio, a worse figure
 * is a regression when it misses its aim.
 */
function outcomeOf(before: StoredRow, after: StoredRow): Outcome {
  const [was, is] = [before.spread, after.spread]
  if (was === null || is === null || (is.p10 <= was.p90 && was.p10 <= is.p90)) return 'same'
  if (is.p10 > was.p90 === (after.better === 'more')) return 'better'
  const ratio = ratioOf(after.value, before.value)
  if (ratio === null) return after.verdict === 'missed' ? 'regression' : 'slightly worse'
  const loss = after.better === 'more' ? 1 - ratio : ratio - 1
  return loss > regressionShare ? 'regression' : 'slightly worse'
}

function rangeOf(before: StoredRow, after: StoredRow): readonly [number, number] | null {
  if (before.spread === null || after.spread === null) return null
  const low = ratioOf(after.spread.p10, before.spread.p90)
  const high = ratioOf(after.spread.p90, before.spread.p10)
  return low === null || high === null ? null : [low, high]
}

/**
 * Returns `null` unless both values are positive: memory growth of -2 MB and then 3 MB has no
 * meaningful ratio.
 */
function ratioOf(value: number | null, over: number | null): number | null {
  return value === null || over === null || value <= 0 || over <= 0 ? null : value / over
}

const marks: Readonly<Record<Outcome, string>> = {
  same: '=',
  better: 'BETTER',
  'slightly worse': 'worse',
  regression: 'REGRESSION',
  'not judged': 'not judged',
  added: 'only in B',
  removed: 'only in A',
}

/**
 * Returns two lines per row; `=` marks a row without a change. A scenario in only one of the runs
 * is a single line.
 */
export function comparisonText(rows: readonly ComparedRow[]): string {
  const scenarios = [...new Set(rows.map(({ scenario }) => scenario))]
  return scenarios
    .flatMap((scenario) => {
      const own = rows.filter((row) => row.scenario === scenario)
      const [outcome, ...others] = new Set(own.map((row) => row.outcome))
      if (others.length > 0 || (outcome !== 'added' && outcome !== 'removed')) {
        return own.map(rowText)
      }
      return [`${mark(outcome)} ${scenario}: ${own.length === 1 ? '1 row' : `${own.length} rows`}`]
    })
    .join('\n')
}

const mark = (outcome: Outcome): string => marks[outcome].padEnd(11)

function rowText(row: ComparedRow): string {
  const { scenario, name, outcome, ratio, range, before, after, reason } = row
  const figures = [before, after].filter((figure) => figure !== '').join(' -> ')
  const spread = range === null ? '' : ` (${range[0].toFixed(3)} to ${range[1].toFixed(3)})`
  const change = ratio === null ? '' : `, ${ratio.toFixed(3)} times${spread}`
  const why = reason === '' ? '' : `: ${reason}`
  return `${mark(outcome)} ${scenario}: ${name}\n            ${figures}${change}${why}`
}

/** Returns a sentence with the number of rows of each kind. */
export function comparisonSummary(rows: readonly ComparedRow[]): string {
  const count = (...outcomes: readonly Outcome[]) =>
    rows.filter(({ outcome }) => outcomes.includes(outcome)).length
  const regressions = count('regression')
  const counts = [
    `${regressions === 1 ? '1 regression' : `${regressions} regressions`} over 5 %`,
    `${count('slightly worse')} slightly worse`,
    `${count('same')} the same`,
    `${count('better')} better`,
    `${count('not judged')} not judged`,
    `${count('added', 'removed')} in one of the runs only`,
  ]
  const nothing = count('added', 'removed', 'not judged') === rows.length
  return `${rows.length} rows: ${counts.join(', ')}.${nothing ? ' Nothing could be judged.' : ''}`
}
