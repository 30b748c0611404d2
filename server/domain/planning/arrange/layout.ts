// The layout of one plate in progress: which cells are occupied, and where the next part fits.
import type { Steps } from '../../base/turns.ts'
import { keepOutOf, type Mask, masksOf, type Runs, type Turn } from './mask.ts'
import { marginMm, type PlateBed } from './plate-bed.ts'
import { cellMm, type Silhouette } from './silhouette.ts'

/**
 * Position of a copy: the center of its rotated box, relative to the plate's center. Rotated counterclockwise, seen
 * from above.
 */
export type Placement = { readonly xMm: number; readonly yMm: number; readonly turnDegrees: Turn }

type Spot = { readonly mask: Mask; readonly column: number; readonly row: number }

export class Layout {
  readonly #columns: number
  readonly #rows: number
  /** For each cell, the last occupied column up to it in its row; -1 if there is none. */
  #lastTaken: Int16Array

  constructor(bed: PlateBed) {
    this.#columns = Math.max(0, Math.floor((bed.widthMm - 2 * marginMm) / cellMm + 1e-9))
    this.#rows = Math.max(0, Math.floor((bed.depthMm - 2 * marginMm) / cellMm + 1e-9))
    this.#lastTaken = new Int16Array(this.#columns * this.#rows).fill(-1)
    if (bed.shape === 'round') this.#takeCorners(Math.min(bed.widthMm, bed.depthMm) / 2 - marginMm)
  }

  /**
   * Places all copies, each at the lowest and then leftmost possible position. Returns null and places none if they do
   * not all fit.
   */
  *add(silhouette: Silhouette, copies: number): Steps<readonly Placement[] | null> {
    const before = this.#lastTaken.slice()
    const places: Placement[] = []
    for (let copy = 0; copy < copies; copy++) {
      if (copy > 0) yield
      const spot = this.#lowest(silhouette)
      if (spot === null) {
        this.#lastTaken = before
        return null
      }
      this.#take(spot)
      places.push(this.#placeOf(spot))
    }
    return places
  }

  /** Occupies the position of a copy that another layout of the same bed placed. */
  keep(silhouette: Silhouette, { xMm, yMm, turnDegrees }: Placement): void {
    const mask = masksOf(silhouette).find((one) => one.turnDegrees === turnDegrees)
    if (mask === undefined) return
    const [x, y] = mask.middleMm
    const column = Math.round((xMm - x) / cellMm + this.#columns / 2)
    const row = Math.round((yMm - y) / cellMm + this.#rows / 2)
    this.#take({ mask, column, row })
  }

  #placeOf({ mask, column, row }: Spot): Placement {
    const [x, y] = mask.middleMm
    return {
      xMm: (column - this.#columns / 2) * cellMm + x,
      yMm: (row - this.#rows / 2) * cellMm + y,
      turnDegrees: mask.turnDegrees,
    }
  }

  #lowest(silhouette: Silhouette): Spot | null {
    let best: Spot | null = null
    let top = this.#rows
    for (const mask of masksOf(silhouette)) {
      const spot = this.#firstSpot(mask, top - mask.rows)
      if (spot === null) continue
      const end = spot.row + mask.rows
      if (best === null || end < top || spot.column < best.column) best = spot
      top = end
    }
    return best
  }

  /** Returns the first free spot in rows up to `lastRow`. */
  #firstSpot(mask: Mask, lastRow: number): Spot | null {
    // Checks the run of the last collision first, because it usually collides again.
    const from = { run: 0 }
    for (let row = 0; row <= lastRow; row++) {
      const column = this.#firstColumn(mask, row, from)
      if (column !== null) return { mask, column, row }
    }
    return null
  }

  /** Returns the first free column. A run that collides with an occupied cell moves the part behind that cell. */
  #firstColumn({ runs, columns: width }: Mask, row: number, from: { run: number }): number | null {
    const [columns, lastTaken] = [this.#columns, this.#lastTaken]
    let column = 0
    let { run } = from
    for (let free = 0; free < runs.length; free += 3) {
      if (column > columns - width) return null
      const line = (row + (runs[run] ?? 0)) * columns + column
      const taken = lastTaken[line + (runs[run + 2] ?? 0) - 1] ?? -1
      const start = runs[run + 1] ?? 0
      if (taken >= column + start) {
        column = taken - start + 1
        from.run = run
        free = -3
      } else {
        run += 3
        if (run === runs.length) run = 0
      }
    }
    return column > columns - width ? null : column
  }

  #take({ mask, column, row }: Spot): void {
    const runs: Runs = keepOutOf(mask)
    for (let at = 0; at < runs.length; at += 3) {
      const start = column + (runs[at + 1] ?? 0)
      this.#takeRun(row + (runs[at] ?? 0), start, column + (runs[at + 2] ?? 0))
    }
  }

  /** Occupies cells of a row; ignores cells outside the plate. */
  #takeRun(row: number, from: number, to: number): void {
    const [start, end] = [Math.max(0, from), Math.min(this.#columns, to)]
    if (row < 0 || row >= this.#rows || start >= end) return
    const [line, lastTaken] = [row * this.#columns, this.#lastTaken]
    for (let column = start; column < end; column++) lastTaken[line + column] = column
    for (let column = end; column < this.#columns; column++) {
      if ((lastTaken[line + column] ?? 0) >= end - 1) break
      lastTaken[line + column] = end - 1
    }
  }

  #takeCorners(radiusMm: number): void {
    for (let row = 0; row < this.#rows; row++) {
      const yMm = Math.max(row + 1 - this.#rows / 2, this.#rows / 2 - row) * cellMm
      const halfMm = yMm > radiusMm ? 0 : Math.sqrt(radiusMm ** 2 - yMm ** 2)
      const start = Math.ceil(this.#columns / 2 - halfMm / cellMm - 1e-9)
      this.#takeRun(row, 0, start)
      this.#takeRun(row, this.#columns - start, this.#columns)
    }
  }
}
