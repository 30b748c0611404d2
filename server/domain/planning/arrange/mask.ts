// Silhouettes as the layout of a plate needs them: in its cells, in each turn, as runs of cells.
import { cellMm, gapMm } from './plate-bed.ts'
import { isSet, type Silhouette } from './silhouette.ts'

export const turns = [0, 90, 180, 270] as const
export type Turn = (typeof turns)[number]

/** Runs of set cells as triples: row, first column, column after the last. */
type Runs = Int16Array

/** A turned silhouette in cells of the plate. Its cell (0, 0) begins at the corner of its turned box. */
export type Mask = {
  readonly turnDegrees: Turn
  readonly widthMm: number
  readonly depthMm: number
  readonly columns: number
  readonly rows: number
  readonly runs: Runs
  /** All cells that are too near for another part; rows and columns may be negative. */
  readonly keepOut: Runs
}

export type Masks = {
  /** One for each turn in which the part differs. */
  readonly turned: readonly Mask[]
  /** Area in mm² that a copy takes with half of the gap around it. */
  readonly areaMm2: number
}

const known = new WeakMap<Silhouette, Masks>()

/** Made once for each silhouette object. */
export function masksOf(silhouette: Silhouette): Masks {
  const before = known.get(silhouette)
  if (before !== undefined) return before
  const all = turns.map((turn) => turnedMask(silhouette, turn))
  const turned = all.filter((mask, at) => !all.slice(0, at).some((other) => isSame(mask, other)))
  const masks = { turned, areaMm2: areaWithGap(silhouette) }
  known.set(silhouette, masks)
  return masks
}

const isSame = (a: Mask, b: Mask): boolean =>
  a.widthMm === b.widthMm &&
  a.runs.length === b.runs.length &&
  a.runs.every((value, at) => value === b.runs[at])

function turnedMask(silhouette: Silhouette, turnDegrees: Turn): Mask {
  const isSideways = turnDegrees === 90 || turnDegrees === 270
  const [widthMm, depthMm] = isSideways
    ? [silhouette.depthMm, silhouette.widthMm]
    : [silhouette.widthMm, silhouette.depthMm]
  const grid = new Cells(cellsOf(widthMm), cellsOf(depthMm))
  for (let row = 0; row < silhouette.rows; row++) {
    for (let column = 0; column < silhouette.columns; column++) {
      if (isSet(silhouette, column, row))
        grid.touch(turnedCell(silhouette, column, row, turnDegrees))
    }
  }
  const { columns, rows } = grid
  const keepOut = grown(grid)
  return { turnDegrees, widthMm, depthMm, columns, rows, runs: runsOf(grid, 0), keepOut }
}

const cellsOf = (mm: number): number => Math.max(1, Math.ceil(mm / cellMm - 1e-9))

type Box = readonly [minX: number, minY: number, maxX: number, maxY: number]

/** Where a cell of the silhouette lies in the turned box; the last cells end with the part. */
function turnedCell(
  { widthMm, depthMm, cellMm: size }: Silhouette,
  column: number,
  row: number,
  turn: Turn,
): Box {
  const [minX, maxX] = [column * size, Math.min((column + 1) * size, widthMm)]
  const [minY, maxY] = [row * size, Math.min((row + 1) * size, depthMm)]
  switch (turn) {
    case 0:
      return [minX, minY, maxX, maxY]
    case 90:
      return [depthMm - maxY, minX, depthMm - minY, maxX]
    case 180:
      return [widthMm - maxX, depthMm - maxY, widthMm - minX, depthMm - minY]
    case 270:
      return [minY, widthMm - maxX, maxY, widthMm - minX]
  }
}

class Cells {
  readonly columns: number
  readonly rows: number
  readonly set: Uint8Array

  constructor(columns: number, rows: number) {
    this.columns = columns
    this.rows = rows
    this.set = new Uint8Array(columns * rows)
  }

  touch([minX, minY, maxX, maxY]: Box): void {
    const [first, end] = [firstCell(minX), Math.min(this.columns, cellsOf(maxX))]
    for (let row = firstCell(minY); row < Math.min(this.rows, cellsOf(maxY)); row++) {
      this.set.fill(1, row * this.columns + first, row * this.columns + end)
    }
  }
}

const firstCell = (mm: number): number => Math.max(0, Math.floor(mm / cellMm + 1e-9))

function runsOf({ columns, rows, set }: Cells, origin: number): Runs {
  const runs: number[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (set[row * columns + column] === 0) continue
      const start = column
      while (column < columns && set[row * columns + column] === 1) column++
      runs.push(row + origin, start + origin, column + origin)
    }
  }
  return Int16Array.from(runs)
}

/** How far a cell keeps others away, in cells. */
const reach = Math.ceil(gapMm / cellMm)

/** For each distance in rows, the distance in columns up to which two cells are nearer than the gap. */
const reachOfRow = Array.from({ length: reach + 1 }, (_, rows) => {
  const tooNear = (columns: number) =>
    Math.hypot(Math.max(0, rows - 1), Math.max(0, columns - 1)) * cellMm < gapMm - 1e-9
  let columns = reach + 1
  while (columns > 0 && !tooNear(columns)) columns--
  return columns
})

/** All cells that are nearer than the gap to a set one. */
function grown(cells: Cells): Runs {
  const larger = new Cells(cells.columns + 2 * reach, cells.rows + 2 * reach)
  const runs = runsOf(cells, reach)
  for (let at = 0; at < runs.length; at += 3) {
    const [row, start, end] = [runs[at] ?? 0, runs[at + 1] ?? 0, runs[at + 2] ?? 0]
    for (let below = -reach; below <= reach; below++) {
      const beside = reachOfRow[Math.abs(below)] ?? 0
      const line = (row + below) * larger.columns
      larger.set.fill(1, line + start - beside, line + end + beside)
    }
  }
  return runsOf(larger, -reach)
}

/** By the silhouette's own cells: its area and half of the gap along the sides of its box. */
function areaWithGap(silhouette: Silhouette): number {
  const { columns, rows, widthMm, depthMm } = silhouette
  let areaMm2 = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!isSet(silhouette, column, row)) continue
      const [minX, minY, maxX, maxY] = turnedCell(silhouette, column, row, 0)
      areaMm2 += Math.max(0, maxX - minX) * Math.max(0, maxY - minY)
    }
  }
  return areaMm2 + (widthMm + depthMm) * gapMm
}
