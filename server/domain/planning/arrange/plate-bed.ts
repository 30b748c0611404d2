// What a plate is laid out for.

export const bedShapes = ['rectangle', 'round'] as const

/** A printer's bed. A round one has its diameter as width and depth. */
export type PlateBed = {
  readonly widthMm: number
  readonly depthMm: number
  /** The tallest part. */
  readonly heightMm: number
  readonly shape: (typeof bedShapes)[number]
}

/** Whether every plate that is laid out for `planned` lies on the bed as well, as far as its height allows. Both are centered. */
export const takesPlateOf = (bed: PlateBed, planned: PlateBed): boolean =>
  bed.widthMm >= planned.widthMm &&
  bed.depthMm >= planned.depthMm &&
  (bed.shape === 'rectangle' || bed.shape === planned.shape)

/** Between the silhouettes of two parts, as slicers leave it. */
export const gapMm = 6
/** Along the edge of a bed, where some printers cannot print. */
export const marginMm = 5
