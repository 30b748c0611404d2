// One plate while it is laid out: which cells are taken, and where a part fits next.
import { type Mask, type Masks, masksOf, type Turn } from './mask.ts'
import { cellMm, marginMm, type PlateBed } from './plate-bed.ts'
import type { Silhouette } from './silhouette.ts'

/** Where a copy lies: the centre of its turned box, relative to the plate's centre. */
export type Place = { readonly xMm: number; readonly yMm: number; readonly turnDegrees: Turn }

type Spot = { readonly mask: Mask; readonly column: number; readonly row: number }

export class Layout {
  readonly #columns: number
  readonly #rows: number
  /** For each cell, the last column up to it that is taken, in its row; -1 when none is. */
  readonly #lastTaken: Int16Array

  constructor(bed: PlateBed) {
    this.#columns = Math.max(0, Math.floor((bed.widthMm - 2 * marginMm) / cellMm + 1e-9))
    this.#rows = Math.max(0, Math.floor((bed.depthMm - 2 * marginMm) / cellMm + 1e-9))
    this.#lastTaken = new Int16Array(this.#columns * this.#rows).fill(-1)
    if (bed.shape === 'round') this.#takeCorners(Math.min(bed.widthMm, bed.depthMm) / 2 - marginMm)
  }

  /** Lays a copy where it ends lowest, and of these places leftmost; null when it fits nowhere. */
  add(silhouette: Silhouette): Place | null {
    const spot = this.#lowest(masksOf(silhouette))
    if (spot === null) return null
    const { mask, column, row } = spot
    this.#take(mask, column, row)
    return {
      xMm: (column - this.#columns / 2) * cellMm + mask.widthMm / 2,
      yMm: (row - this.#rows / 2) * cellMm + mask.depthMm / 2,
      turnDegrees: mask.turnDegrees,
    }
  }

  #lowest({ turned }: Masks): Spot | null {
    let best: Spot | null = null
    let top = this.#rows + 1
    for (const mask of turned) {
      const spot = this.#firstSpot(mask, top - mask.rows)
      if (spot === null) continue
      const end = spot.row + mask.rows
      if (end < top || (end === top && best !== null && spot.column < best.column)) best = spot
      top = Math.min(top, end)
    }
    return best
  }

  /** The first spot in rows up to `lastRow`. A run that meets a taken cell moves the part behind that cell. */
  #firstSpot(mask: Mask, lastRow: number): Spot | null {
    const { runs } = mask
    const [columns, lastTaken] = [this.#columns, this.#lastTaken]
    const lastColumn = columns - mask.columns
    const end = Math.min(lastRow, this.#rows - mask.rows)
    // The run that met something last is asked first: it mostly meets something again.
    let first = 0
    for (let row = 0; row <= end; row++) {
      let column = 0
      let asked = 0
      let run = first
      while (column <= lastColumn && asked < runs.length) {
        const line = (row + (runs[run] ?? 0)) * columns
        const start = runs[run + 1] ?? 0
        const taken = lastTaken[line + column + (runs[run + 2] ?? 0) - 1] ?? -1
        if (taken >= column + start) {
          column = taken - start + 1
          first = run
          asked = 0
        } else {
          asked += 3
          run += 3
          if (run === runs.length) run = 0
        }
      }
      if (column <= lastColumn) return { mask, column, row }
    }
    return null
  }

  #take(mask: Mask, column: number, row: number): void {
    const { keepOut } = mask
    for (let at = 0; at < keepOut.length; at += 3) {
      const line = row + (keepOut[at] ?? 0)
      if (line < 0 || line >= this.#rows) continue
      const start = Math.max(0, column + (keepOut[at + 1] ?? 0))
      this.#takeRun(line, start, Math.min(this.#columns, column + (keepOut[at + 2] ?? 0)))
    }
  }

  #takeRun(row: number, start: number, end: number): void {
    if (start >= end) return
    const [line, lastTaken] = [row * this.#columns, this.#lastTaken]
    for (let column = start; column < end; column++) lastTaken[line + column] = column
    for (let column = end; column < this.#columns; column++) {
      if ((lastTaken[line + column] ?? 0) >= end - 1) break
      lastTaken[line + column] = end - 1
    }
  }

  #takeCorners(radiusMm: number): void {
    for (let row = 0; row < this.#rows; row++) {
      const y = Math.max(row + 1 - this.#rows / 2, this.#rows / 2 - row) * cellMm
      const halfMm = y > radiusMm ? 0 : Math.sqrt(radiusMm ** 2 - y ** 2)
      const start = Math.ceil(this.#columns / 2 - halfMm / cellMm - 1e-9)
      this.#takeRun(row, 0, Math.min(start, this.#columns))
      this.#takeRun(row, Math.max(0, this.#columns - start), this.#columns)
    }
  }
}
