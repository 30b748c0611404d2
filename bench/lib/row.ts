// One row of the bench, as a scenario returns it.

/**
 * Result of a scenario. The first five members are sufficient: `value`, `unit` and `better` are then parsed from `figure` and `aim`. Give
 * `samples` wherever there are several runs, because only rows with a spread, or exact rows, can be compared with another commit.
 */
export type Row = {
  readonly name: string
  /** Figure for display, with its unit: `0.873`, `140/s`, `12.7 ms`. */
  readonly figure: string
  /** `at least 0.85`, `at most 250 ms`, `under 20 ms` or `reported`. */
  readonly aim: string
  /** Whether the aim is met; `null` where a figure is only reported. */
  readonly met: boolean | null
  /**
   * Details, on one or more lines. The first of several lines is a summary and does not begin with
   * a number; the report collapses the other lines: `1.00 select ...`.
   */
  readonly detail: string
  readonly value?: number
  readonly unit?: string
  readonly better?: Better
  /** The figure of every pair or run, in the unit of `value`. */
  readonly samples?: readonly number[]
  /**
   * Whether the figure is the same in every run, such as a count of scans. It is then judged even
   * on a busy machine, and compared without a spread.
   */
  readonly exact?: true
  /** Both sides of the comparison, for the chart. */
  readonly sides?: Sides
}

export type Better = 'more' | 'less'

/** Results that were measured together in the same run, ours first. */
export type Sides = {
  /** Label of the bars, which may differ from the figure: `CPU for an order`. */
  readonly name: string
  readonly unit: string
  readonly better: Better
  readonly bars: readonly { readonly name: string; readonly value: number }[]
}

export type Measured = {
  readonly value: number | null
  readonly unit: string
  readonly better: Better | null
  readonly aimValue: number | null
}

/**
 * Returns the numbers of a row, parsed from its texts where the row does not give them. Units:
 * those of the figure, `` for a ratio.
 */
export function measuredOf(
  row: Pick<Row, 'figure' | 'aim' | 'value' | 'unit' | 'better'>,
): Measured {
  const read = numberIn(row.figure)
  const limit = /^(at least|at most|under|over)\s+(.*)$/.exec(row.aim)
  return {
    value: row.value ?? read?.value ?? null,
    unit: row.unit ?? read?.unit ?? '',
    better: row.better ?? directionOf(limit?.[1]),
    aimValue: numberIn(limit?.[2] ?? '')?.value ?? null,
  }
}

function directionOf(word: string | undefined): Better | null {
  if (word === undefined) return null
  return word === 'at least' || word === 'over' ? 'more' : 'less'
}

/**
 * Parses a number and its unit: `1,234.5 ms, p95 ...` is 1234.5 and `ms`; `140/s` is 140 and `/s`.
 */
function numberIn(text: string): { readonly value: number; readonly unit: string } | null {
  const found = /^([+-]?\d[\d,]*(?:\.\d+)?)\s*([^\s,;(]*)/.exec(text)
  if (found === null) return null
  return { value: Number(found[1]?.replaceAll(',', '')), unit: found[2] ?? '' }
}
