// Silhouettes in the form that the layout of a plate needs: as runs of cells, per rotation.
import { gapMm } from './plate-bed.ts'
import { cellMm, isSet, type Silhouette } from './silhouette.ts'

export type Turn = 0 | 90 | 180 | 270

/** Runs of set cells as triples: row, first column, column after the last. */
export type Runs = Int16Array

/** A rotated silhouette. */
export type Mask = {
  readonly turnDegrees: Turn
  readonly columns: number
  readonly rows: number
  readonly runs: Runs
  /**
   * From the corner of its cells to the center of the part. It differs from the center of the cells, because the last
   * cells are not full.
   */
  readonly middleMm: readonly [x: number, y: number]
}

/** Memoizes a function; results are cached with the object from which they are computed. */
function once<K extends object, V>(compute: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>()
  return (of) => {
    const before = known.get(of)
    if (before !== undefined) return before
    const made = compute(of)
    known.set(of, made)
    return made
  }
}

/** Returns one mask per distinct rotation of the part. */
export const masksOf = once(turnedMasks)

/** Returns all cells that are too close for another part; rows and columns can be negative. */
export const keepOutOf = once(({ runs, columns, rows }: Mask) => growRuns(runs, columns, rows))

/**
 * Returns the area in mm² of a copy including half of the gap around it, with the outline length of an ellipse in its
 * box.
 */
export const areaOf = once((silhouette: Silhouette): number => {
  const { widthMm, depthMm, bits } = silhouette
  const outlineMm = (Math.PI / 2) * (widthMm + depthMm)
  return bits.reduce((sum, word) => sum + bitsIn(word), 0) * cellMm ** 2 + (outlineMm * gapMm) / 2
})

function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function turnedMasks(silhouette: Silhouette): readonly Mask[] {
  const { widthMm, depthMm, columns, rows } = silhouette
  const [x, y] = [widthMm / 2, depthMm / 2]
  const [farX, farY] = [columns * cellMm - x, rows * cellMm - y]
  const alongX = runsOf(columns, rows, (column, row) => isSet(silhouette, column, row))
  // Rotated counterclockwise, a row is a column of the part, and the lowest Y is the last column.
  const alongY = runsOf(rows, columns, (column, row) => isSet(silhouette, row, rows - 1 - column))
  const all: readonly Mask[] = [
    { turnDegrees: 0, columns, rows, runs: alongX, middleMm: [x, y] },
    { turnDegrees: 90, columns: rows, rows: columns, runs: alongY, middleMm: [farY, x] },
    {
      turnDegrees: 180,
      columns,
      rows,
      runs: upsideDown(alongX, columns, rows),
      middleMm: [farX, farY],
    },
    {
      turnDegrees: 270,
      columns: rows,
      rows: columns,
      runs: upsideDown(alongY, rows, columns),
      middleMm: [y, farX],
    },
  ]
  return all.filter((mask, at) => !all.slice(0, at).some((other) => isSame(mask, other)))
}

const isSame = (a: Mask, b: Mask): boolean =>
  a.columns === b.columns &&
  a.rows === b.rows &&
  a.runs.length === b.runs.length &&
  a.runs.every((value, at) => value === b.runs[at])

function runsOf(
  columns: number,
  rows: number,
  isTaken: (column: number, row: number) => boolean,
): Runs {
  const runs: number[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!isTaken(column, row)) continue
      const start = column
      while (column < columns && isTaken(column, row)) column++
      runs.push(row, start, column)
    }
  }
  return Int16Array.from(runs)
}

/** Rotates by 180 degrees; the runs stay sorted from bottom to top. */
function upsideDown(runs: Runs, columns: number, rows: number): Runs {
  const turned = new Int16Array(runs.length)
  for (let at = 0; at < runs.length; at += 3) {
    const to = runs.length - 3 - at
    turned[to] = rows - 1 - (runs[at] ?? 0)
    turned[to + 1] = columns - (runs[at + 2] ?? 0)
    turned[to + 2] = columns - (runs[at + 1] ?? 0)
  }
  return turned
}

/** Returns the runs of all cells that are closer than the gap to one of these. */
function growRuns(runs: Runs, columns: number, rows: number): Runs {
  const reach = Math.ceil(gapMm / cellMm)
  const width = columns + 2 * reach
  const cells = new Uint8Array(width * (rows + 2 * reach))
  for (let up = -reach; up <= reach; up++) {
    const beside = reachBeside(up)
    for (let at = 0; at < runs.length; at += 3) {
      const line = ((runs[at] ?? 0) + up + reach) * width + reach
      cells.fill(1, line + (runs[at + 1] ?? 0) - beside, line + (runs[at + 2] ?? 0) + beside)
    }
  }
  const all = runsOf(width, rows + 2 * reach, (column, row) => cells[row * width + column] === 1)
  return all.map((value) => value - reach)
}

/**
 * Returns the number of columns by which two cells can differ and still be closer than the gap, if their rows differ
 * by `up`.
 */
function reachBeside(up: number): number {
  const upMm = Math.max(0, Math.abs(up) - 1) * cellMm
  return Math.ceil(Math.sqrt(gapMm ** 2 - upMm ** 2) / cellMm - 1e-9)
}
