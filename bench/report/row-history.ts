// Combines the rows of all runs by name: the newest row and its history.
import { reasonsBusy } from '../runner/load.ts'
import type { Results, StoredRow } from '../runner/results.ts'

export type Point = {
  readonly row: StoredRow
  readonly run: Pick<Results, 'startedAt' | 'commit' | 'dirty' | 'quick' | 'machine'>
  readonly isBusy: boolean
}

export type RowHistory = {
  readonly scenario: string
  readonly name: string
  /** Points, oldest first, never empty: all runs with the unit and machine of the newest one. */
  readonly points: readonly Point[]
  readonly newest: Point
}

export type ScenarioHistory = { readonly name: string; readonly rows: readonly RowHistory[] }

/**
 * Returns the histories. `results` must be oldest first. Scenarios are in the order of `known`,
 * with removed scenarios at the end.
 */
export function historyOf(
  results: readonly Results[],
  known: readonly string[],
): readonly ScenarioHistory[] {
  const names = new Set([
    ...known,
    ...results.flatMap(({ rows }) => rows.map((row) => row.scenario)),
  ])
  return [...names].flatMap((name) => {
    const rows = rowsOf(results, name)
    return rows.length === 0 ? [] : [{ name, rows }]
  })
}

/** Returns the rows in the order of the newest run. */
function rowsOf(results: readonly Results[], scenario: string): readonly RowHistory[] {
  const newestFirst = results.toReversed()
  const all = newestFirst.flatMap((run) =>
    run.rows.flatMap((row) =>
      row.scenario === scenario ? [{ row, run, isBusy: isBusy(row) }] : [],
    ),
  )
  return [...new Set(all.map(({ row }) => row.name))].flatMap((name) => {
    const points = all.filter(({ row }) => row.name === name)
    const [newest] = points
    if (newest === undefined) return []
    const comparable = points.filter(
      ({ row, run }) => row.unit === newest.row.unit && isSameMachine(run, newest.run, row.unit),
    )
    return [{ scenario, name, points: comparable.toReversed(), newest }]
  })
}

const isBusy = (row: StoredRow): boolean => reasonsBusy(row.load).length > 0

/** Returns whether values can be compared. Ratios of one run mean the same on every machine. */
function isSameMachine(one: Results, other: Results, unit: string): boolean {
  return (
    unit === '' ||
    (one.machine.cpu === other.machine.cpu && one.machine.cores === other.machine.cores)
  )
}
