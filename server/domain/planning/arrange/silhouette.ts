// Silhouettes of parts on the plate.

/** Cell size of silhouettes and plates, in mm. */
export const cellMm = 1

/**
 * The silhouette of a part on the bed, seen from above, as a bitmap; row 0 is the lowest Y. Every cell that the part
 * touches is set.
 */
export type Silhouette = {
  /** X dimension of the part as printed; at most `columns` cells. */
  readonly widthMm: number
  /** Y dimension of the part as printed; at most `rows` cells. */
  readonly depthMm: number
  readonly cellMm: typeof cellMm
  readonly columns: number
  readonly rows: number
  /** Row by row with ceil(columns / 32) words each; column 0 is the lowest bit of the first word. */
  readonly bits: Uint32Array
}

/** Returns the bounding box of a part, as a substitute for an unknown silhouette. */
export const boxSilhouette = (widthMm: number, depthMm: number): Silhouette =>
  withCells(widthMm, depthMm, Math.ceil(widthMm / cellMm), () => true)

/** Returns a silhouette of whole cells; `isTaken` determines which are set. */
function withCells(
  widthMm: number,
  depthMm: number,
  columns: number,
  isTaken: (column: number, row: number) => boolean,
): Silhouette {
  const rows = Math.ceil(depthMm / cellMm)
  const words = Math.ceil(columns / 32)
  const bits = new Uint32Array(words * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!isTaken(column, row)) continue
      const at = row * words + (column >>> 5)
      bits[at] = (bits[at] ?? 0) | (1 << (column & 31))
    }
  }
  return { widthMm, depthMm, cellMm, columns, rows, bits }
}

/** Adds a border of whole millimeters on all sides, for structures printed next to the part: supports and brims. */
export function withBorder(silhouette: Silhouette, borderMm: number): Silhouette {
  const { widthMm, depthMm, columns, rows } = silhouette
  const [width, height] = [columns + 2 * borderMm, rows + 2 * borderMm]
  const taken = new Uint8Array(width * height)
  // Processes whole runs of a row, because plates are laid out between requests.
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!isSet(silhouette, column, row)) continue
      const start = column
      while (column < columns && isSet(silhouette, column, row)) column++
      for (let up = -borderMm; up <= borderMm; up++) {
        const beside = besideCells(borderMm, up)
        const line = (row + borderMm + up) * width + borderMm
        taken.fill(1, line + start - beside, line + column + beside)
      }
    }
  }
  const isTaken = (column: number, row: number) => taken[row * width + column] === 1
  return withCells(widthMm + 2 * borderMm, depthMm + 2 * borderMm, width, isTaken)
}

/** Returns the number of columns by which a border cell can differ from a part cell, if their rows differ by `up`. */
function besideCells(borderMm: number, up: number): number {
  let beside = borderMm
  while (beside > 0 && Math.hypot(nearestDistance(up), nearestDistance(beside)) >= borderMm) {
    beside--
  }
  return beside
}

/** Returns the distance of two 1 mm cells that are this many cells apart. */
const nearestDistance = (cells: number): number => Math.max(0, Math.abs(cells) - 1)

/** Whether a cell is set; cells outside are not. */
export function isSet({ columns, rows, bits }: Silhouette, column: number, row: number): boolean {
  if (column < 0 || row < 0 || column >= columns || row >= rows) return false
  const word = bits[row * Math.ceil(columns / 32) + (column >>> 5)] ?? 0
  return ((word >>> (column & 31)) & 1) === 1
}
