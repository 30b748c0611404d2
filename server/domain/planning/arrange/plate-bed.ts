// Printer model or bed for which a plate is laid out.

export const bedShapes = ['rectangle', 'round'] as const

/** A printer's bed. The width and depth of a round bed are its diameter. */
export type PlateBed = {
  readonly widthMm: number
  readonly depthMm: number
  /** Height of the tallest part. */
  readonly heightMm: number
  readonly shape: (typeof bedShapes)[number]
}

/**
 * Whether every plate that is laid out for `planned` also fits on this bed, as far as its height allows. Both are
 * centered.
 */
export const takesPlateOf = (bed: PlateBed, planned: PlateBed): boolean =>
  bed.widthMm >= planned.widthMm &&
  bed.depthMm >= planned.depthMm &&
  (bed.shape === 'rectangle' || bed.shape === planned.shape)

/** Gap between the silhouettes of two parts, as in slicers. */
export const gapMm = 6
/** Margin along the edge of a bed, where some printers cannot print. */
export const marginMm = 5
