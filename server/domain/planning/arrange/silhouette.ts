// The shadows of parts on the plate.

/**
 * The shadow of a part on the bed, seen from above, as a bitmap with cells of `cellMm`; row 0 is the lowest Y. Every cell that the part
 * touches is set.
 */
export type Silhouette = {
  /** X of the part as it is printed; at most `columns` cells. */
  readonly widthMm: number
  /** Y of the part as it is printed; at most `rows` cells. */
  readonly depthMm: number
  readonly cellMm: number
  readonly columns: number
  readonly rows: number
  /** Row by row, ceil(columns / 32) words each; column 0 is the lowest bit of the first word. */
  readonly bits: Uint32Array
}

/** Stands in for a part whose silhouette is not known: its bounding box. */
export const boxSilhouette = (widthMm: number, depthMm: number): Silhouette => ({
  widthMm,
  depthMm,
  cellMm: Math.max(widthMm, depthMm),
  columns: 1,
  rows: 1,
  bits: Uint32Array.of(1),
})

/** Whether a cell is set. */
export function isSet({ columns, bits }: Silhouette, column: number, row: number): boolean {
  const word = bits[row * Math.ceil(columns / 32) + (column >>> 5)] ?? 0
  return ((word >>> (column & 31)) & 1) === 1
}
